import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEventPattern } from "../../../../shared/subscriptions/patterns/event-pattern.ts";
import { EventPlace } from "../../../../shared/subscriptions/patterns/event-place.ts";
import { matchesPattern } from "../../../../shared/subscriptions/patterns/match-pattern.ts";
import { mismatchesOf } from "../../../../shared/subscriptions/patterns/mismatches.ts";

const compiled = (pattern: unknown) => {
  const parsed = parseEventPattern(pattern);
  if (parsed.outcome === "invalid") throw new Error(JSON.stringify(parsed.issues));
  return parsed.pattern;
};
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

  it("are empty exactly if the event matches", () => {
    const leaf = fc.constantFrom<unknown>("a", 1, null, { exists: false }, { exists: true }, { prefix: "a" });
    const { pattern } = fc.letrec((tie) => ({
      conditions: fc.array(leaf, { minLength: 1, maxLength: 2 }),
      member: fc.oneof({ maxDepth: 2 }, tie("conditions"), tie("pattern")),
      plain: fc.dictionary(fc.constantFrom("x", "y"), tie("member"), { minKeys: 1, maxKeys: 2 }),
      or: fc.record({ $or: fc.array(tie("plain"), { minLength: 2, maxLength: 2 }) }),
      pattern: fc.oneof({ maxDepth: 2 }, tie("plain"), tie("or")),
    }));
    const { members } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom("a", "b", 1, null), tie("members"), fc.array(tie("value"))),
      members: fc.dictionary(fc.constantFrom("x", "y"), tie("value"), { maxKeys: 2 }),
    }));
    fc.assert(
      fc.property(pattern, members, (given, found) => {
        const parsed = compiled(given);
        const event = { ...(found as object) };
        expect(mismatchesOf(parsed, EventPlace.of(event)).length === 0).toBe(matchesPattern(parsed, event));
      }),
    );
  });
});
