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

test("messages that ended, or that this process never received, don't count", () => {
  const load = new GroupLoad(2_000);
  for (let n = 0; n < 31; n += 1) load.add("a");
  load.subtract("never");
  load.subtract("a");
  expect(load.noisy()).toEqual({ groups: ["a"], owners: ["a"] });
  load.subtract("a");
  load.add("b");
  expect(load.noisy()).toEqual({ groups: [], owners: [] });
});

test("an owner is full once it holds as many places as are free, and only while it holds some", () => {
  const load = new GroupLoad(4);
  for (const group of ["idle/1", "a/1", "a/2"]) load.add(group);
  expect(load.full(), "1 place is free").toEqual(["idle", "a"]);
  load.subtract("idle/1");
  expect(load.full(), "2 places are free").toEqual(["a"]);
  for (const group of ["", ""]) load.add(group);
  expect(load.full(), "no place is free, and messages without a group have no owner").toEqual(["a"]);
});
