import { describe, expect, it } from "vitest";
import { GroupRanks } from "../../../shared/adapters/sqlite/group-ranks.ts";

describe("the ranks of groups", () => {
  it("rise by one within a group, whatever others send", () => {
    const ranks = new GroupRanks();
    expect([ranks.next("a", 0), ranks.next("a", 0), ranks.next("b", 0), ranks.next("a", 0)]).toEqual([1, 2, 1, 3]);
  });

  it("never start below the served rank: a silent group has no claim to past turns", () => {
    const ranks = new GroupRanks();
    ranks.next("a", 0);
    expect([ranks.next("a", 50), ranks.next("b", 50)]).toEqual([51, 51]);
  });

  /** How many of partner A's messages come before each of partner B's ten, when A's were sent in this order. */
  function aheadOfEach(groupsOfA: readonly string[]): readonly number[] {
    const ranks = new GroupRanks();
    const sent = groupsOfA.map((group) => ({ of: "a", rank: ranks.next(`a/${group}`, 0) }));
    for (let n = 0; n < 10; n += 1) sent.push({ of: "b", rank: ranks.next("b/only", 0) });
    const order = sent.toSorted((one, other) => one.rank - other.rank).map(({ of }) => of);
    return order.flatMap((of, at) => (of === "b" ? [order.slice(0, at).filter((one) => one === "a").length] : []));
  }
  const fifty = Array.from({ length: 50 }, (_, n) => `s${n}`);
  const tenTimes = <T>(values: readonly T[]) => Array.from({ length: 10 }, () => values).flat();

  it("take turns by owner: fifty groups of one owner get as many as one group of another", () => {
    expect(aheadOfEach(tenTimes(fifty))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("give an owner of n groups at most 1 + ln n turns for each of another's, whatever the order", () => {
    const most = 1 + Math.log(50);
    const [...ahead] = aheadOfEach(fifty.flatMap((group) => tenTimes([group])));
    for (const [at, count] of ahead.entries()) expect(count).toBeLessThanOrEqual((at + 1) * most);
  });

  it("let a quiet group pass the backlog of its owner's other group", () => {
    const ranks = new GroupRanks();
    for (let n = 0; n < 100; n += 1) ranks.next("a/backlog", 0);
    expect([ranks.next("a/quiet", 0), ranks.next("a/quiet", 0)]).toEqual([2, 4]);
  });

  it("count only an owner's waiting groups", () => {
    const ranks = new GroupRanks();
    for (const group of fifty) ranks.next(`a/${group}`, 0);
    expect(ranks.next("a/s0", 49)).toBe(51);
  });

  it("stay known for a group with a backlog, however many others come and are served", () => {
    const ranks = new GroupRanks();
    for (let n = 0; n < 100; n += 1) ranks.next("backlog", 0);
    for (let n = 0; n < 30_000; n += 1) ranks.next(`passing-${n}`, 2);
    expect(ranks.next("backlog", 3)).toBe(101);
  });
});
