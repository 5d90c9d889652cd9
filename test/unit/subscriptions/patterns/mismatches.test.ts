import { describe, expect, it } from "vitest";
import { EventPlace } from "../../../../shared/subscriptions/patterns/event-place.ts";
import { mismatchesOf } from "../../../../shared/subscriptions/patterns/mismatches.ts";
import { compiled } from "./compiled.ts";

const why = (pattern: unknown, event: Record<string, unknown>) => mismatchesOf(compiled(pattern), EventPlace.of(event));

describe("a pattern's mismatches", () => {
  const event = {
    type: "document.moved",
    owner: { type: "Company", id: "c1" },
    changes: [
      { field: "name", to: "A" },
      { field: "folderId", to: "f2" },
    ],
  };

  it("are named field by field, with the wanted and found values", () => {
    expect(why({ type: ["document.moved"], owner: { type: ["Project"], typ: ["Company"] } }, event)).toEqual([
      { field: "owner.type", message: "has no matching value", wanted: ["Project"], found: ["Company"] },
      { field: "owner.typ", message: "is absent", wanted: ["Company"], found: [] },
    ]);
    expect(why({ owner: [{ exists: true }] }, event)).toEqual([
      { field: "owner", message: "holds no value to compare", wanted: [{ exists: true }], found: [] },
    ]);
  });

  it("are judged by the nearest object, and by every alternative", () => {
    const pattern = { changes: { field: ["folderId"], to: ["f1"] } };
    expect(why(pattern, event).map(({ field, found }) => [field, found])).toEqual([["changes.to", ["f2"]]]);
    const or = { $or: [{ type: ["a"] }, { owner: { id: ["c2"] } }] };
    expect(why(or, event).map(({ field }) => field)).toEqual(["$or.0.type", "$or.1.owner.id"]);
  });

  it("don't repeat long texts or all of many values", () => {
    const [one] = why({ a: ["x"] }, { a: ["y".repeat(900), 1, 2, 3, 4, 5] });
    expect(one?.found).toEqual([`${"y".repeat(200)}…`, 1, 2, 3, 4]);
    expect(why({ a: ["x"] }, { a: ["y".repeat(200), null] })[0]?.found).toEqual(["y".repeat(200), null]);
  });
});
