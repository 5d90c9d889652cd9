import { expect, test } from "vitest";
import type { JournalCheckpoint } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { resolveJournalPass } from "../../../../shared/polling/journal/resolve-journal-pass.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { entry, journalWorld, many } from "../support/journal-world.ts";

const now = Date.UTC(2026, 0, 12, 8);
const hour = 3_600_000;
const rules = { limits: journalLimits, timings: { anchorLag: 120_000, journalRereadAge: hour } };

test("a daily pass that ends at the anchor moves the ring's start, so the next visit continues there", () => {
  const segment = (cursor: string, age: number) => ({ cursor, seenAt: now - age, counts: { [`f-${cursor}`]: 1 } });
  const checkpoint: JournalCheckpoint = {
    ring: [segment("c1", 9 * hour), segment("c2", 8 * hour), segment("c3", 0)],
    ...{ anchor: 1, foundAt: now, first: false, rereadAt: now - 24 * hour },
  };
  const pages = [{ cursor: "c1", fingerprints: ["f-c1"], nextCursor: "c2" }];
  const known = new Map(["f-c1", "f-c2", "f-c3"].map((fingerprint) => [fingerprint, 1]));
  const pass = { mode: "reread", pages, known, beganAt: now, endedAt: now } as const;
  expect(resolveJournalPass(checkpoint, pass, rules)).toMatchObject({
    ...{ moved: true, fresh: new Map() },
    checkpoint: { anchor: 0, ring: [{ cursor: "c2" }], rereadAt: now - 24 * hour },
  });
});

test("a first pass over an empty feed is saved, because later entries aren't baseline", () => {
  const ring = [{ cursor: null, seenAt: now, counts: {} }];
  const checkpoint: JournalCheckpoint = { ring, anchor: 0, foundAt: now, first: true, rereadAt: now };
  const pages = [{ cursor: null, fingerprints: [], nextCursor: undefined }];
  const pass = { mode: "usual", pages, known: new Map(), beganAt: now, endedAt: now } as const;
  expect(resolveJournalPass(checkpoint, pass, rules)).toMatchObject({ moved: true, checkpoint: { first: false } });
});

test("a new entry that equals one before the anchor is another one", async () => {
  const { journal, poll, pollAfter, kept, position } = journalWorld({ pageSize: 2 });
  journal.append(entry("same"), ...many(1, 5));
  await poll();
  await pollAfter(3 * 60_000);
  expect(await position()).toMatchObject({ anchor: 2 });
  journal.append(entry("same"));
  await poll();
  const same = kept().filter(({ body }) => body["documentId"] === "same");
  expect(same.map(({ occurrence }) => occurrence)).toEqual([0, 1]);
});

test("an entry that the feed omits for a while isn't new when it reappears", async () => {
  const { journal, sink, poll } = journalWorld({ pageSize: 2 });
  const omitting: Source = {
    one: () => journal.one(),
    page: async (request) => {
      const answer = await journal.page(request);
      if (answer.outcome !== "ok") return answer;
      const items = answer.value.items.filter((item) => Object(item)["documentId"] !== "d2");
      return { ...answer, value: { ...answer.value, items } };
    },
  };
  journal.append(entry("d1"), entry("d2"));
  await poll();
  journal.append(entry("d3"));
  await poll(100, omitting);
  await poll();
  expect(sink.kept.size).toBe(3);
});

test("pending entries that are no longer counted from their cursor on are each put as the feed gave them", async () => {
  const limits = { idlePage: 2, largePage: 2, fresh: 100, counted: 5, replayed: 100 };
  const { journal, poll, die, kept, position } = journalWorld({ pageSize: 2, limits });
  const same = entry("same");
  journal.append(same, ...many(1, 4), { x: null, ...same }, entry("d4"), { y: null, ...same });
  await die();
  const { pending, ring } = await position();
  expect(pending?.cursor).toBe(null);
  expect(ring.map(({ counts }) => Object.keys(counts).length)).toEqual([2, 2, 1]);
  await poll();
  const equal = kept().filter(({ body }) => body["documentId"] === "same");
  expect(equal.map(({ body }) => ["x", "y"].filter((name) => name in body))).toEqual([[], ["x"], ["y"]]);
});
