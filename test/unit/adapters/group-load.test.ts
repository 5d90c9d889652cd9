import { expect, test } from "vitest";
import { GroupLoad } from "../../../shared/adapters/sqlite/group-load.ts";

test.each([
  { own: 29, others: 1, isNoisy: false },
  { own: 30, others: 0, isNoisy: true },
  { own: 39, others: 361, isNoisy: false },
  { own: 39, others: 351, isNoisy: true },
])("a group with $own messages in flight beside $others others is noisy: $isNoisy", ({ own, others, isNoisy }) => {
  const load = new GroupLoad();
  for (let n = 0; n < own; n += 1) load.add("own");
  for (let n = 0; n < others; n += 1) load.add(`other-${n}`);
  expect(load.noisy()).toEqual(isNoisy ? ["own"] : []);
});
