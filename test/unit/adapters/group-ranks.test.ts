import { describe, expect, it } from "vitest";
import { GroupRanks } from "../../../shared/adapters/sqlite/group-ranks.ts";

describe("the ranks of groups", () => {
  it("rise by one within a group, whatever others send", () => {
    const ranks = new GroupRanks();
    expect([ranks.next("a", 0), ranks.next("a", 0), ranks.next("b", 0), ranks.next("a", 0)]).toEqual([1, 2, 1, 3]);
  });

  it("are never below what was served: who was silent has nothing to make up for", () => {
    const ranks = new GroupRanks();
    ranks.next("a", 0);
    expect([ranks.next("a", 50), ranks.next("b", 50)]).toEqual([51, 51]);
  });

  it("stay known for a group with a backlog, however many others come and are served", () => {
    const ranks = new GroupRanks();
    for (let n = 0; n < 100; n += 1) ranks.next("backlog", 0);
    for (let n = 0; n < 30_000; n += 1) ranks.next(`passing-${n}`, 2);
    expect(ranks.next("backlog", 3)).toBe(101);
  });
});
