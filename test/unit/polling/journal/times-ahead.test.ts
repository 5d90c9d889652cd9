import { expect, test } from "vitest";
import type { JournalCheckpoint } from "../../../../shared/polling/journal/journal-checkpoint.ts";

import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import { resolveJournalPass } from "../../../../shared/polling/journal/resolve-journal-pass.ts";
import { journalWorld, many } from "../support/journal-world.ts";

const now = Date.UTC(2026, 0, 12, 8);
const month = 30 * 86_400_000;
const rules = { limits: journalLimits, timings: { anchorLag: 120_000, journalRereadAge: 3_600_000 } };
const pages = [{ cursor: "c1", fingerprints: ["f1"], nextCursor: "c2" }];
const pass = { mode: "replay", pages, known: new Map([["f1", 1]]), beganAt: now, endedAt: now } as const;
const checkpoint = (at: number): JournalCheckpoint => ({
  ...{ ring: [{ cursor: null, seenAt: at, counts: {} }], anchor: 0, foundAt: at, first: false, rereadAt: now },
  replay: { cursor: "c1", counts: {}, foundAt: at },
});

test("the times of a replay that a clock ahead stored count as now", () => {
  const after = resolveJournalPass(checkpoint(now + month), pass, rules);
  expect(after).toMatchObject({ moved: true, checkpoint: { foundAt: now, ring: [{ seenAt: now }] } });
  expect(after.checkpoint.replay).toMatchObject({ cursor: "c2", foundAt: now });
});

test("each time is corrected on its own", () => {
  const { replay, ...usual } = checkpoint(now);
  const ahead = [{ cursor: null, seenAt: now + month, counts: {} }];
  const corrected = (given: JournalCheckpoint) => resolveJournalPass(given, pass, rules).checkpoint;
  expect(corrected({ ...usual, ring: ahead, replay: { cursor: "c1", counts: {} } })).toStrictEqual({
    ...usual,
    replay: { cursor: "c2", counts: { f1: 1 } },
  });
  expect(corrected({ ...usual, replay: { cursor: "c1", counts: {}, foundAt: now + month } })).toStrictEqual({
    ...usual,
    replay: { ...replay, cursor: "c2", counts: { f1: 1 } },
  });
});

test("times at most two minutes ahead may be another worker's, and stay", () => {
  const at = now + 120_000;
  expect(resolveJournalPass(checkpoint(at), pass, rules).checkpoint).toMatchObject({
    ...{ foundAt: at, ring: [{ seenAt: at }], replay: { foundAt: at } },
  });
});

test("what was seen by a clock a month ahead is passed two minutes after the clock is right, not a month", async () => {
  const { fixture, journal, poll, pollAfter, position } = journalWorld({ pageSize: 10 });
  journal.append(...many(0, 25));
  await pollAfter(month);
  await pollAfter(-month);
  expect(await position()).toMatchObject({ anchor: 0 });
  await pollAfter(2 * 60_000 + 1);
  expect(await position()).toMatchObject({ anchor: 2 });
  // The daily re-read, which that clock had also delayed.
  await poll();
  const stands = await fixture.stands();
  const before = journal.requests;
  await poll();
  expect(journal.requests - before).toBe(1);
  expect(await fixture.stands()).toEqual(stands);
});
