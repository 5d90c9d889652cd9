import { expect, it } from "vitest";
import type { ReplayCursor } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { EventStore, type StoredEvent } from "../../../../shared/publishing/event-store.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent, idOf } from "../../fanout/an-event.ts";
import { aSubscription } from "../delivery-world.ts";

const clock = new FakeClock();
const ids = Array.from({ length: 200 }, (_, n) => idOf(n)).toSorted();
const all = ids.map((id): StoredEvent => {
  const envelope = anEvent({ id, data: { text: "x".repeat(250_000) } });
  return { envelope, body: JSON.stringify(envelope) };
});
const events = faked(EventStore, {
  list: async (_, { afterId = "" }) => {
    const rest = all.filter(({ envelope }) => envelope.id > afterId);
    return { events: rest.slice(0, 4), more: rest.length > 4 };
  },
  getMany: async (wanted) => wanted.map(({ id }) => all.find(({ envelope }) => envelope.id === id)),
});

it.each([
  { of: "an instance", named: undefined, scanned: 20 },
  { of: "named events", named: ids, scanned: 32 },
])("a chunk of $of ends earlier if the events are large, because reading them takes longer", async (given) => {
  const source = new ReplaySource({ ...testContext({ clock }), events, deliveries: new MemoryTable("deliveries") });
  const criteria = { events: given.named, undelivered: false, since: 0, until: Date.UTC(2030, 0) };
  const size = { matches: 1_000, scanned: 1_000, time: 20_000 };
  const found: string[] = [];
  let cursor: ReplayCursor = { instance: 0 };
  for (let isDone = false; !isDone; ) {
    const chunk = await source.chunk({ criteria, instances: ["acme"], cursor }, aSubscription(), size);
    expect(chunk.scanned).toBeLessThanOrEqual(given.scanned);
    found.push(...chunk.matches.map(({ id }) => id));
    [cursor, isDone] = [chunk.cursor, chunk.done];
  }
  expect(found).toEqual(ids);
});
