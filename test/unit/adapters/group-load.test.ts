import { expect, test } from "vitest";
import { GroupLoad } from "../../../shared/adapters/sqlite/group-load.ts";

test.each([
  { own: 29, others: 1, isNoisy: false },
  { own: 30, others: 0, isNoisy: true },
  { own: 39, others: 361, isNoisy: false },
  { own: 39, others: 351, isNoisy: true },
])("a group with $own messages in flight beside $others others is noisy: $isNoisy", ({ own, others, isNoisy }) => {
  const load = new GroupLoad(2_000);
  for (let n = 0; n < own; n += 1) load.add("own");
  for (let n = 0; n < others; n += 1) load.add(`other-${n}`);
  expect(load.noisy()).toEqual({ groups: isNoisy ? ["own"] : [], owners: isNoisy ? ["own"] : [] });
});

test("an owner is noisy by the sum of its groups, until they end", () => {
  const load = new GroupLoad(2_000);
  for (let n = 0; n < 30; n += 1) load.add(`prt_1/sub_${n}`);
  expect(load.noisy()).toEqual({ groups: [], owners: ["prt_1"] });
  load.subtract("prt_1/sub_0");
  expect(load.noisy()).toEqual({ groups: [], owners: [] });
});
