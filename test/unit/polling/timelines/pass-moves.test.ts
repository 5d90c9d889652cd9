import { expect, test } from "vitest";
import { escapeFrom, narrowed, ProgressGuard, withoutCursor } from "../../../../shared/polling/timelines/read-pass.ts";
import type { TimelinePosition } from "../../../../shared/polling/timelines/timeline-checkpoint.ts";

const full = { view: "full" };

test.each<[string, number[], TimelinePosition, ReturnType<typeof escapeFrom>, query?: typeof full]>([
  ["shows no position", [], {}, undefined],
  ["spans several milliseconds", [1, 2], { since: 1, cursor: "c" }, { to: { since: 2 } }],
  ["has one millisecond", [2, 2], { cursor: "c" }, { to: { cursor: "c", wide: 5_000, widened: 2 } }],
  ["has one millisecond, without cursor", [2, 2], {}, { to: { wide: 5_000, widened: 2 } }],
  ["ends at its lower bound", [1, 2], { since: 2 }, { to: { wide: 5_000, widened: 2 } }],
  ["has another tie than before", [2, 2], { widened: 1 }, { to: { wide: 5_000, widened: 2 } }],
  ["has a tie that a larger page didn't hold", [2, 2], { widened: 2 }, { to: { since: 3 }, tie: 2 }],
  ["has a tie, and can't be larger", [2, 2], {}, { to: { since: 3 }, tie: 2 }, full],
])("hazard 3: a repeated page that %s is left", (_, positions, from, escape, query) => {
  expect(escapeFrom(positions, from, query ?? {}, 100)).toEqual(escape);
});

test("a pass without its cursor continues from what was read completely; with a smaller page, from its cursor", () => {
  const kept = { beganAt: 3, reached: 2, widened: 4 };
  const position = { ...kept, since: 1, cursor: "c", mark: "m", wide: 5_000 };
  expect(withoutCursor(position)).toEqual({ ...kept, since: 2 });
  expect(withoutCursor({ since: 1, cursor: "c" })).toEqual({ since: 1 });
  expect(narrowed(position)).toEqual({ ...kept, since: 1, cursor: "c", mark: "m" });
});

test("hazard 3: a pass is stuck on pages whose rows were all seen before, in any order, or whose cursor repeats", () => {
  const guard = new ProgressGuard(undefined);
  const see = (ids: string, cursor = "c1", next: string | null = "c2", one = guard) =>
    one.see({ rows: ids.split("").map((id) => ({ id })), cursor, nextCursor: next ?? undefined });
  expect(see("ab")).toEqual({ stuck: false, fresh: [true, true] });
  expect(see("bc")).toEqual({ stuck: false, fresh: [false, true] });
  expect(see("ac").stuck, "on earlier pages").toBe(true);
  expect(see("de").stuck).toBe(false);
  expect(see("ed").stuck).toBe(true);
  expect(see("ab").stuck, "the pass moved on meanwhile").toBe(false);
  expect(see("ba", "c1", null, new ProgressGuard(guard.mark)).stuck, "the last page").toBe(false);
  expect(see("ba", "c1", "c2", new ProgressGuard(guard.mark)).stuck, "in another visit").toBe(true);
  expect(see("f", "c1", "c1").stuck).toBe(true);
  expect(see("").stuck).toBe(false);
  expect(see("").stuck, "an empty page repeats no row").toBe(false);
});
