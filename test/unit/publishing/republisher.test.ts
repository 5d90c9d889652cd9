import { expect, test } from "vitest";
import { createContainer } from "../../../functions/runtime/container.ts";
import { eventStore } from "../../../functions/runtime/services/publishing.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { type Fact, type MirrorItem, storedItem } from "../../../shared/mirror/mirror-item.ts";
import { tombstoneOf } from "../../../shared/mirror/next-item.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { Republisher } from "../../../shared/publishing/republisher.ts";
import { before } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { memoryEngine } from "../../support/memory-engine.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

const hours = 3_600_000;
const now = Date.UTC(2026, 0, 5, 8);

function republishing() {
  const measured: [name: string, value: number][] = [];
  const metrics = { record: (name: string, value: number) => void measured.push([name, value]) };
  const logger = new SilentLogger();
  const engine = memoryEngine({ clock: new FakeClock(now), logger, metrics });
  const [mirror, events, recover] = [engine.table("mirror"), engine.table("events"), engine.queue("recover")];
  const published: Envelope[] = [];
  const refused = new Set<string>();
  const bus = {
    publish: async (entries: readonly BusEntry[]) => {
      const envelopes: Envelope[] = entries.map(({ detail }) => JSON.parse(detail));
      published.push(...envelopes.filter(({ subject }) => !refused.has(subject.id)));
      return { refused: envelopes.filter(({ subject }) => refused.has(subject.id)).map(({ id }) => id) };
    },
  };
  const { context, get } = createContainer(engine);
  const store = get(eventStore);
  const republisher = new Republisher({ ...context, mirror, events, store, bus, recover });
  const keep = async (...items: MirrorItem[]) => mirror.put(items.map((item) => ({ item: storedItem(item) })));
  const { clock } = engine;
  const look = () => republisher.run({ kind: "republish", startedAt: clock.now() });
  return { clock, mirror, events, recover, logger, store, published, refused, measured, republisher, keep, look };
}

/** A record whose one change was observed so many hours ago. */
const changedAgo = (age: number, id: string, rest: Partial<MirrorItem> = {}): MirrorItem => {
  const observedAt = now - age * hours;
  return mirrored({ sk: id, id, observedAt, changeLog: [rise(1, { observedAt })], ...rest });
};

const ids = (published: readonly Envelope[]) => published.map(({ subject }) => subject.id).toSorted();

test("an event that the stream lost is published as the stream would have, stored, and reported, once", async () => {
  const { keep, look, published, store, recover, logger, measured } = republishing();
  const item = changedAgo(5, "c1");
  await keep(item);
  await look();
  expect(published).toEqual(eventsFrom(undefined, item));
  const [stored] = await store.getMany(published);
  expect(stored?.envelope).toEqual(published[0]);
  expect(recover.sent).toEqual([]);
  const [reported, count] = [logger.lines.length, measured.length];
  await look();
  expect(published, "the second run finds it stored").toHaveLength(1);
  expect(logger.lines.slice(reported).map(({ event }) => event)).toEqual(["republish.done"]);
  expect(measured).toHaveLength(count);
});

test("a stored event, or one that is too young, too old, or to be erased, isn't published", async () => {
  const { keep, look, published, store } = republishing();
  const { republishReach, republishAge } = defaultTimings;
  const standing = changedAgo(5, "standing");
  const erased = changedAgo(5, "erased", {
    seq: 2,
    forgetBelow: 2,
    changeLog: [rise(1, { observedAt: now - 6 * hours }), rise(2, { observedAt: now - 5 * hours })],
  });
  await keep(
    ...[standing, erased, changedAgo(republishReach / hours, "first"), changedAgo(republishAge / hours, "young")],
    changedAgo(5, "old", { changeLog: [rise(1, { observedAt: now - republishReach - 1 })] }),
  );
  const [event] = eventsFrom(undefined, standing);
  await store.put([{ envelope: event!, body: JSON.stringify(event) }]);
  await look();
  expect(published.map(({ subject }) => [subject.id, subject.seq]).toSorted()).toEqual([
    ...[
      ["erased", 2],
      ["first", 1],
    ],
  ]);
});

test("a removal is published without the last state, which only the stream had", async () => {
  const { keep, look, published } = republishing();
  const observedAt = now - 5 * hours;
  const facts: Fact[] = [{ type: "company.removed", key: "" }];
  const changeLog = [rise(1, { observedAt, facts, reason: "not_found_or_no_access" })];
  await keep(changedAgo(5, "c1", { state: "deleted", full: { body: {}, digest: "x" }, changeLog }));
  await look();
  expect(published).toMatchObject([{ type: "company.removed", reason: "not_found_or_no_access" }]);
  expect(published[0]).not.toHaveProperty("data");
});

test("a lost event of a record that was removed since is published without values", async () => {
  const { keep, look, published } = republishing();
  const changes = [{ field: "name", old: "A", new: "B" }];
  const before = changedAgo(6, "c1", {
    changeLog: [rise(1, { observedAt: now - 6 * hours, facts: [{ type: "company.updated", key: "", changes }] })],
  });
  const at = { now: now - 5 * hours, seqFloor: 0, retention: hours };
  const facts: Fact[] = [{ type: "company.removed", key: "" }];
  await keep(tombstoneOf(before, now, at, { detectedBy: "walk", facts, reason: "not_found_or_no_access" }));
  await look();
  expect(published.map(({ id }) => id)).toContain(eventsFrom(undefined, before)[0]?.id);
  expect(published).toMatchObject([
    { type: "company.updated", changesUnknown: true, subject: { seq: 1 } },
    { type: "company.removed", reason: "not_found_or_no_access", subject: { seq: 2 } },
  ]);
  expect(JSON.stringify(published)).not.toMatch(/"(old|new|data)"/);
});

test("events that the bus accepted are stored, and refused ones are reported and retried", async () => {
  const { keep, look, published, refused, events, logger } = republishing();
  await keep(changedAgo(5, "c1"));
  refused.add("c1");
  await expect(look()).rejects.toThrow("events refused by the bus: 1");
  expect(logger.lines.map(({ fields }) => fields)).toEqual([{ events: 0, first: undefined }]);
  await keep(changedAgo(5, "c2"));
  await expect(look()).rejects.toThrow("events refused by the bus: 1");
  expect(events.items.filter(({ pk }) => pk.startsWith("acme#"))).toHaveLength(1);
  refused.clear();
  await look();
  expect(ids(published)).toEqual(["c1", "c2"]);
});

test("an unreadable mirror item is logged and skipped, and one without a change log skipped silently", async () => {
  const { keep, look, published, mirror, logger } = republishing();
  const observedAt = now - 5 * hours;
  await mirror.put([
    { item: { pk: "acme#company#0", sk: "bad", changeLog: "?", observedAt } },
    { item: { pk: "acme#placements#Company#c1", sk: "d1#f1", observedAt } },
  ]);
  await keep(changedAgo(5, "c1"));
  await look();
  expect(ids(published)).toEqual(["c1"]);
  const [line, ...others] = logger.lines;
  expect(line).toMatchObject({ event: "republish.unreadable", fields: { pk: "acme#company#0", sk: "bad" } });
  expect(line?.fields["error"]).toContain("mirror item acme#company#0");
  expect(others.map(({ event }) => event)).toEqual(["republish.published", "republish.done"]);
});

test("an unreadable stored event is logged, and missing ones beside it are still published", async () => {
  const { keep, look, published, events, store, logger, refused } = republishing();
  const corrupt = changedAgo(5, "c1");
  const [event] = eventsFrom(undefined, corrupt);
  await store.put([{ envelope: event!, body: "{}" }]);
  expect(events.items.filter(({ sk }) => sk === event!.id)).toHaveLength(1);
  await keep(corrupt, changedAgo(5, "c2"), changedAgo(5, "c3"));
  refused.add("c3");
  await expect(look()).rejects.toThrow("events refused by the bus: 1");
  expect(ids(published)).toEqual(["c2"]);
  refused.clear();
  await look();
  expect(ids(published)).toEqual(["c2", "c3"]);
  expect(logger.lines).toContainEqual(
    expect.objectContaining({ event: "republish.unreadable", fields: expect.objectContaining({ eventId: event!.id }) }),
  );
});

test("a run continues with the next message when its time is up", async () => {
  const { clock, keep, look, published, mirror, recover, republisher } = republishing();
  await keep(...Array.from({ length: 600 }, (_, n) => changedAgo(5, `c${n}`)));
  before(mirror, "scan", () => {
    clock.advance(20_000);
  });
  await look();
  expect(published).toHaveLength(500);
  await republisher.run(JSON.parse(recover.sent[0]!.body));
  expect(published).toHaveLength(600);
  expect(recover.sent).toHaveLength(1);
});

test("a run starts once per period, however often it is requested", async () => {
  const { clock, recover, republisher } = republishing();
  await republisher.sweep();
  await republisher.sweep();
  expect(recover.sent.map(({ body }) => JSON.parse(body))).toEqual([{ kind: "republish", startedAt: now }]);
  clock.advance(defaultTimings.republishPeriod - 1);
  await republisher.sweep();
  expect(recover.sent).toHaveLength(1);
  clock.advance(1);
  await republisher.sweep();
  expect(recover.sent).toHaveLength(2);
});

test("the state of the runs keeps its place, and an unreadable one is named", async () => {
  const { events, republisher } = republishing();
  await republisher.sweep();
  expect(events.items).toEqual([{ pk: "republish", sk: "state", startedAt: now }]);
  await events.put([{ item: { pk: "republish", sk: "state", startedAt: "?" } }]);
  await expect(republisher.sweep()).rejects.toThrow("republishing state");
});

test("a run that started meanwhile isn't undone", async () => {
  const { events, recover, republisher } = republishing();
  before(recover, "send", () => events.put([{ item: { pk: "republish", sk: "state", startedAt: now + 5 } }]));
  await republisher.sweep();
  expect(events.items).toMatchObject([{ startedAt: now + 5 }]);
});

test("one message reads on while there is time, and reports what it did", async () => {
  const { keep, look, published, recover, logger, measured } = republishing();
  await keep(...Array.from({ length: 600 }, (_, n) => changedAgo(5, `c${n}`)));
  await look();
  expect(published).toHaveLength(600);
  expect(recover.sent).toEqual([]);
  expect(measured.filter(([name]) => name === "events.republished").map(([, value]) => value)).toEqual([500, 100]);
  expect(logger.lines.map(({ event }) => event)).toEqual([
    "republish.published",
    "republish.published",
    "republish.done",
  ]);
  expect(logger.lines[0]?.fields).toEqual({ events: 500, first: published[0]?.id });
  expect(logger.lines.at(-1)?.fields).toEqual({ startedAt: now });
});
