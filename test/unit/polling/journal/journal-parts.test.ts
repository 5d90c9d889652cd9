import { expect, test } from "vitest";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { isBaselineOwner, type JournalStep, journalStep } from "../../../../shared/polling/journal/journal-parts.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";
import { connectedAt, PollingFixture } from "../support/polling-fixture.ts";

const owner = { type: "Company", id: "o1" } as const;
const entry = (documentId: string, changed = "2026-01-05T09:00:00Z") => ({
  ...{ operation: "DOCUMENT_INSERT", documentId, changed },
});

function setUp() {
  const fixture = new PollingFixture("owner", {}, owner);
  const journal = new FakeJournal({ pageSize: 1_000, now: () => fixture.clock.now() });
  const sink = new MemoryJournalSink();
  const reader = createJournalReader({ ...fixture.parts, journal: sink, limits: journalLimits });
  const poll = (requests?: number) => fixture.visit(reader, journal, requests);
  /** The steps of a visit that isn't saved. */
  const steps = async (feed: Feed) => {
    const visit = {
      feed,
      source: journal,
      beganAt: fixture.clock.now(),
      connectedAt,
      connect: async () => connectedAt,
    };
    const taken: JournalStep[] = [];
    for await (const step of reader.read(visit)) taken.push(step);
    return taken;
  };
  return { fixture, journal, sink, poll, steps };
}

const found = [{ fingerprint: "f", occurrence: 0, baseline: false, body: entry("d1", "1970-01-01T00:00:07Z") }];
const pending = { cursor: null, first: false, entries: [] };

test("an owner's first checkpoint counts nothing from the feed's start on", () => {
  const checkpoint = journalCheckpointOf(undefined, "feed", 5);
  const ring = [{ cursor: null, seenAt: 5, counts: {} }];
  expect(checkpoint).toEqual({ ring, anchor: 0, foundAt: 5, first: true, rereadAt: 5, bodies: { checkedAt: 5 } });
  expect(() => journalCheckpointOf({ journal: {} }, "feed7", 5)).toThrow("checkpoint of feed7");
});

test("a step that counts entries, or leaves some pending, is saved before the next one", async () => {
  const checkpoint = journalCheckpointOf(undefined, "feed", 5);
  const put = () => 3;
  expect(journalStep(checkpoint, put)).toMatchObject({ mayWait: true, observedChanges: { times: [], history: false } });
  expect(journalStep({ ...checkpoint, pending }, put)).not.toHaveProperty("mayWait");
  const step = journalStep(checkpoint, put, found, true);
  expect(step).not.toHaveProperty("mayWait");
  expect(step.observedChanges).toEqual({ times: [7_000], history: true });
  expect(await step.observe()).toMatchObject({ outcome: "observed", changed: 3, position: { drained: false } });
});

test("the owner of a feed that first contact found is baseline, without a read of the mirror", async () => {
  const { fixture, journal } = setUp();
  const visit = { source: journal, beganAt: 1, connectedAt, connect: async () => connectedAt };
  const asks = { ownerIsBaseline: () => Promise.reject(new Error("read")) };
  expect(await isBaselineOwner(asks, { ...visit, feed: { ...fixture.feed, knownSince: 1 } }, owner)).toBe(true);
  await expect(isBaselineOwner(asks, { ...visit, feed: fixture.feed }, owner)).rejects.toThrow("read");
});

test("an entry of the moment of the connection isn't baseline", async () => {
  const { journal, sink, poll } = setUp();
  for (const offset of [-1, 0]) journal.append(entry(String(offset), new Date(connectedAt + offset).toISOString()));
  await poll();
  expect([...sink.kept.values()].map(({ body, baseline }) => [body["documentId"], baseline])).toEqual([
    ["-1", true],
    ["0", false],
  ]);
});

test("neither an owner's first visit nor an idle one reads entries in the mirror, and an idle one has no step", async () => {
  const { fixture, journal, sink, poll, steps } = setUp();
  const refuse = () => Promise.reject(new Error("read"));
  Object.assign(sink, { keptOccurrences: refuse, knownEntries: refuse });
  journal.append(entry("d1"), entry("d2"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(await steps(await fixture.stands())).toEqual([]);
  // Only new entries, and only to number them.
  Reflect.deleteProperty(sink, "keptOccurrences");
  journal.append(entry("d3"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(sink.kept.size).toBe(3);
  // Only for known entries that are missing.
  const asked: unknown[] = [];
  sink.knownEntries = (instance, its, fingerprints) => {
    asked.push(fingerprints);
    Reflect.deleteProperty(sink, "knownEntries");
    return sink.knownEntries(instance, its, fingerprints);
  };
  journal.render((body) => (body["documentId"] === "d3" ? { ...body, changedBy: "Ann" } : body));
  const [step, ...more] = await steps(await fixture.stands());
  expect(more).toEqual([]);
  expect(step).toMatchObject({ found: [], mayWait: true });
  expect(asked).toEqual([[fingerprintOf(entry("d3"))]]);
});

test("a history whose first pass takes several visits is a history in all of them", async () => {
  const { fixture, journal, steps } = setUp();
  const limits = { ...journalLimits, largePage: 2, idlePage: 2, fresh: 1 };
  const reader = createJournalReader({ ...fixture.parts, journal: new MemoryJournalSink(), limits });
  journal.append(entry("d1"), entry("d2"), entry("d3"));
  expect(await fixture.visit(reader, journal, 1)).toEqual({ outcome: "yielded" });
  expect(await fixture.stands()).toMatchObject({ drained: false, checkpoint: { journal: { first: true } } });
  const [step] = await steps(await fixture.stands());
  expect(step?.observedChanges.history).toBe(true);
});

test("an entry that isn't an object is quarantined and the others are recorded", async () => {
  const { fixture, journal, sink, poll } = setUp();
  const { instance, feedId } = fixture.feed;
  const kept: unknown[][] = [];
  fixture.quarantine.keep = async (...parameters) => kept.push(parameters);
  journal.append(entry("d1"), "nonsense" as never, entry("d2"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(kept).toMatchObject([[instance, feedId, ["nonsense"], "broken_json"]]);
  expect(sink.kept.size).toBe(2);
});

test("a feed without an owner is corrupt", async () => {
  const { fixture, steps } = setUp();
  const { owner: _, ...feed } = fixture.feed;
  const reading = steps(feed);
  await expect(reading).rejects.toThrow(CorruptItemError);
  await expect(reading).rejects.toThrow(`feed ${feed.feedId} has no owner`);
});
