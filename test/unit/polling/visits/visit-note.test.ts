import fc from "fast-check";
import { expect, test } from "vitest";
import type { PassEnd } from "../../../../shared/polling/feed-reader.ts";
import { VisitNote } from "../../../../shared/polling/visits/visit-note.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";

type History = Feed["visits"];
const visited = (
  visits: History,
  {
    at = 1_000,
    rows = 0,
    changes = 0,
    end,
    feedClass = "timelines",
  }: {
    at?: number;
    rows?: number;
    changes?: number;
    end?: PassEnd;
    feedClass?: Feed["class"];
  },
): History => {
  const note = new VisitNote(at);
  note.read(rows, changes);
  if (end !== undefined) note.ended(end);
  return note.after({ class: feedClass, visits }, 2, at + 30);
};

test("empty visits with the same outcome are one run; one that found something stays separate", () => {
  const failed: PassEnd = { outcome: "failed", reason: "unavailable_503" };
  let visits: History;
  for (const [at, changes, end] of [
    [1_000, 0, { outcome: "done" }],
    [2_000, 0, { outcome: "done" }],
    [3_000, 4, { outcome: "done" }],
    [4_000, 0, { outcome: "done" }],
    [5_000, 0, failed],
    [6_000, 0, failed],
    [7_000, 0, { outcome: "refused", by: "revoked" }],
    [8_000, 0, { outcome: "parked", reason: "owner_gone" }],
  ] as const) {
    visits = visited(visits, { at, rows: 10, changes, end });
  }
  expect(visits).toEqual([
    [1_000, 2_000, 2, 30, 4, 20, 0, "done"],
    [3_000, 3_000, 1, 30, 2, 10, 4, "done"],
    [4_000, 4_000, 1, 30, 2, 10, 0, "done"],
    [5_000, 6_000, 2, 30, 4, 20, 0, "failed:unavailable_503"],
    [7_000, 7_000, 1, 30, 2, 10, 0, "failed:revoked"],
    [8_000, 8_000, 1, 30, 2, 10, 0, "parked:owner_gone"],
  ]);
});

test("a visit that saved its place and not its end says so", () => {
  expect(visited(undefined, { rows: 3, changes: 3 })).toEqual([[1_000, 1_000, 1, 30, 2, 3, 3, "saved"]]);
});

test("a feed's history always stays below a kilobyte, an owner's below half of one, and ends with the last visit", () => {
  const ends = fc.constantFrom<PassEnd>(
    { outcome: "done" },
    { outcome: "yielded" },
    { outcome: "failed", reason: "unavailable_503" },
    { outcome: "parked", reason: "unreachable" },
  );
  const visit = fc.record({ rows: fc.nat(9_999), changes: fc.nat(999), end: ends });
  fc.assert(
    fc.property(fc.array(visit, { minLength: 1, maxLength: 60 }), fc.boolean(), (all, isOwner) => {
      let visits: History;
      all.forEach((one, place) => {
        visits = visited(visits, { ...one, at: 1_800_000_000_000 + place, feedClass: isOwner ? "owners" : "walks" });
      });
      expect(JSON.stringify(visits).length).toBeLessThanOrEqual(isOwner ? 500 : 1_000);
      expect(visits!.length).toBeLessThanOrEqual(isOwner ? 6 : 12);
      expect(visits!.at(-1)?.[1]).toBe(1_800_000_000_000 + all.length - 1);
    }),
  );
});
