import { expect, test } from "vitest";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { isBaselineOwner, type JournalStep, journalStep } from "../../../../shared/polling/journal/journal-parts.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { entry, journalWorld, many } from "../support/journal-world.ts";
import { connectedAt } from "../support/polling-fixture.ts";

function stepsWorld(limits = {}) {
  const world = journalWorld({ limits });
  const { journal: source, clock } = world;
  const visit = { source, beganAt: clock.now(), connectedAt, connect: async () => connectedAt };
  /** The steps of a visit that isn't saved. */
  const steps = async (feed: Feed) => {
    const taken: JournalStep[] = [];
    for await (const step of world.reader.read({ ...visit, feed })) taken.push(step);
    return taken;
  };
  return { ...world, visit, steps };
}

const body = entry("d1", { changed: "1970-01-01T00:00:07Z" });
const found = [{ fingerprint: "f", occurrence: 0, baseline: false, body }];
const pending = { cursor: null, first: false, entries: [] };

test("an owner's first checkpoint counts nothing from the feed's start on", () => {
  const ring = [{ cursor: null, seenAt: 5, counts: {} }];
  expect(journalCheckpointOf(undefined, "feed", 5)).toEqual({
    ...{ ring, anchor: 0, foundAt: 5, first: true, rereadAt: 5, bodies: { checkedAt: 5 } },
  });
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
  const { fixture, visit } = stepsWorld();
  const asks = { ownerIsBaseline: () => Promise.reject(new Error("read")) };
  const isBaseline = (feed: Feed) => isBaselineOwner(asks, { ...visit, feed }, { type: "Company", id: "o1" });
  expect(await isBaseline({ ...fixture.feed, knownSince: 1 })).toBe(true);
  await expect(isBaseline(fixture.feed)).rejects.toThrow("read");
});

test("an entry of the moment of the connection isn't baseline", async () => {
  const { journal, poll, kept } = journalWorld();
  for (const offset of [-1, 0])
    journal.append(entry(String(offset), { changed: new Date(connectedAt + offset).toISOString() }));
  await poll();
  expect(kept().map((one) => [one.body["documentId"], one.baseline])).toEqual([
    ["-1", true],
    ["0", false],
  ]);
});

test("neither an owner's first visit nor an idle one reads entries in the mirror, and an idle one has no step", async () => {
  const { fixture, journal, sink, poll, steps } = stepsWorld();
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
  journal.render((one) => (one["documentId"] === "d3" ? { ...one, changedBy: "Ann" } : one));
  const [step, ...more] = await steps(await fixture.stands());
  expect(more).toEqual([]);
  expect(step).toMatchObject({ found: [], mayWait: true });
  expect(asked).toEqual([[fingerprintOf(entry("d3"))]]);
});

test("a history whose first pass takes several visits is a history in all of them", async () => {
  const { fixture, journal, poll, steps } = stepsWorld({ largePage: 2, idlePage: 2, fresh: 1 });
  journal.append(...many(1, 4));
  expect(await poll(1)).toEqual({ outcome: "yielded" });
  expect(await fixture.stands()).toMatchObject({ drained: false, checkpoint: { journal: { first: true } } });
  const [step] = await steps(await fixture.stands());
  expect(step?.observedChanges.history).toBe(true);
});

test("an entry that isn't an object is quarantined and the others are recorded", async () => {
  const { fixture, journal, sink, poll } = journalWorld();
  const { instance, feedId } = fixture.feed;
  const kept: unknown[][] = [];
  fixture.quarantine.keep = async (...parameters) => kept.push(parameters);
  journal.append(entry("d1"), "nonsense" as never, entry("d2"));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(kept).toMatchObject([[instance, feedId, ["nonsense"], "broken_json"]]);
  expect(sink.kept.size).toBe(2);
});

test("a feed without an owner is corrupt", async () => {
  const { fixture, steps } = stepsWorld();
  const { owner: _, ...feed } = fixture.feed;
  const reading = steps(feed);
  await expect(reading).rejects.toThrow(CorruptItemError);
  await expect(reading).rejects.toThrow(`feed ${feed.feedId} has no owner`);
});
