import { describe, expect, it } from "vitest";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import { storedEventsFrom } from "../../../shared/publishing/events-from.ts";
import { publishChanges, publishEvents } from "../../../shared/publishing/publish-changes.ts";
import type { StoredEvent } from "../../../shared/publishing/stored-event.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { promptTurns, slowTurns } from "../../support/turns.ts";
import { company, heartbeat, mirrored, rise } from "./publishing-fixture.ts";

/** What publishing needs, and what it did with it; the bus refuses these records. */
function parts(...refused: readonly string[]) {
  const [entries, measured, stored]: [BusEntry[], unknown[][], StoredEvent[]] = [[], [], []];
  const bus = {
    publish: async (some: readonly BusEntry[]) => {
      entries.push(...some);
      return {
        refused: some.filter(({ detail }) => refused.includes(JSON.parse(detail).subject.id)).map(({ id }) => id),
      };
    },
  };
  const metrics = { record: (...one: unknown[]) => void measured.push(one) };
  const [feeds, erasures, logger] = [new MemoryTable("feeds"), new MemoryQueue(), new SilentLogger()];
  const store = { put: async (events: readonly StoredEvent[]) => void stored.push(...events) };
  return { ...testContext({ metrics }), logger, bus, feeds, erasures, store, entries, measured, turns: promptTurns() };
}

const eventsOf = (id: string, instance = "acme") =>
  storedEventsFrom(undefined, mirrored({ id, instance, changeLog: [rise(1)] }));

describe("publishing events", () => {
  it("does nothing for an empty list", async () => {
    const { measured, ...rest } = parts();
    rest.bus.publish = async () => Promise.reject(new Error("asked"));
    expect(await publishEvents([], rest)).toEqual([]);
    expect(measured).toEqual([]);
  });

  it("counts per instance what the bus accepted, and names what it refused", async () => {
    const { measured, entries, ...rest } = parts("c2");
    const events = [...eventsOf("c1"), ...eventsOf("c2"), ...eventsOf("c3"), ...eventsOf("c4", "other")];
    expect(await publishEvents(events, rest)).toEqual([events[1]!.envelope.id]);
    expect(measured).toEqual([
      ["events.published", 2, "acme"],
      ["events.published", 1, "other"],
    ]);
    expect(entries[0]).toEqual({
      id: events[0]!.envelope.id,
      type: "company.updated",
      time: Date.parse(events[0]!.envelope.detectedAt),
      detail: events[0]!.body,
    });
  });
});

describe("publishing changes", () => {
  it("reads each change of a batch in its own event-loop turn if that takes long", async () => {
    const changes = Array.from({ length: 20 }, (_, at) => change(at, company(`c${at}`)));
    const { measured, ...rest } = parts();
    const turns = await countedTurns(() => publishChanges(changes, { ...rest, turns: slowTurns() }));
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(measured).toContainEqual(["events.published", 20, "acme"]);
  });

  const change = (n: number, after: object, before?: object) => ({
    sequenceNumber: String(n),
    after: after as never,
    before: before as never,
  });

  it("counts the heartbeats that came through, if any did", async () => {
    const { measured, ...rest } = parts();
    await publishChanges([change(1, heartbeat(1, 5)), change(2, heartbeat(2, 5))], rest);
    expect(measured).toEqual([["publishing.beats_seen", 2]]);
    await publishChanges([change(3, company("c1"))], rest);
    expect(measured.slice(1)).toEqual([["events.published", 1, "acme"]]);
  });

  it.each([
    ["is new", { forgetBelow: 1 }, undefined, 1],
    ["is higher than before", { forgetBelow: 2 }, { forgetBelow: 1 }, 1],
    ["stands as before", { forgetBelow: 1 }, { forgetBelow: 1 }, 0],
    ["isn't there", {}, {}, 0],
    ["isn't there any more", {}, { forgetBelow: 1 }, 0],
  ])("requests an erasure if its subject %s", async (_, after, before, count) => {
    const { erasures, ...rest } = parts();
    await publishChanges([change(1, company("c1", after), before && company("c1", before))], { ...rest, erasures });
    expect(erasures.sent.map(({ body }) => JSON.parse(body))).toMatchObject(
      Array.from({ length: count }, () => ({ kind: "erase", instance: "acme", subject: "company", id: "c1" })),
    );
    expect(erasures.sent).toHaveLength(count);
  });

  it("logs which record can't be read, and why", async () => {
    const { logger, ...rest } = parts();
    const broken = { pk: "acme#company#1", sk: "x", changeLog: "?" };
    expect(await publishChanges([change(7, broken)], { ...rest, logger })).toMatchObject({ failedFrom: "7" });
    expect(logger.lines).toMatchObject([
      {
        event: "publish.unreadable",
        fields: { sequenceNumber: "7", error: expect.stringContaining("acme#company#1") },
      },
    ]);
  });
});
