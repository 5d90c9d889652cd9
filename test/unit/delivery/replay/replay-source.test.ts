import { expect, it, vi } from "vitest";
import type { ReplayCursor } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource, undeliveredOf } from "../../../../shared/delivery/replay/replay-source.ts";
import { newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { EventStore } from "../../../../shared/publishing/event-store.ts";
import type { StoredEvent } from "../../../../shared/publishing/stored-event.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent, detectedAt, idOf } from "../../fanout/an-event.ts";
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

it("reads an event's first delivery and its newest replays, however often it was replayed", async () => {
  const table = new MemoryTable("deliveries", { pageSize: 100 });
  const envelope = anEvent();
  const message = { partner: "prt_1", instance: "acme", subscription: "sub_1", event: idOf(1), attempt: 1 };
  const put = (run: string, state: string) =>
    table.put([{ item: { ...newDeliveryRow({ ...message, run }, detectedAt, 1_000), state } }]);
  await put("0", "expired");
  for (let n = 0; n < 300; n += 1) await put(`rpl_01KAJ3N6Q0V5Y1R8C4T7W2X${1_000 + n}`, "held");
  const query = vi.spyOn(table, "query");
  const of = () => undeliveredOf(table, { id: "sub_1", kind: "push" }, [{ envelope, body: "{}" }]);
  expect(await of()).toMatchObject([{ state: "held" }]);
  const pages = await Promise.all(query.mock.results.map(({ value }) => value));
  expect(pages.flatMap(({ items }) => items).length).toBeLessThan(20);
  await put("0", "delivered");
  expect(await of()).toEqual([]);
});
