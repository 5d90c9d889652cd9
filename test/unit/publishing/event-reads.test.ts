import { expect, it } from "vitest";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { storedEventsFrom } from "../../../shared/publishing/events-from.ts";
import type { StoredEvent } from "../../../shared/publishing/stored-event.ts";
import { around } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { mirrored, rise, start } from "./publishing-fixture.ts";

const eventOf = (id: string): StoredEvent =>
  storedEventsFrom(undefined, mirrored({ id, changeLog: [rise(1, { observedAt: start })] }))[0]!;

it("events are read inconsistently at half price, and only those that are missing then are read consistently", async () => {
  const events = new MemoryTable("events");
  const reads: { readonly ids: readonly string[]; readonly consistent: boolean }[] = [];
  const store = new EventStore({ ...testContext({ clock: new FakeClock(start) }), events });
  const [known, fresh] = [eventOf("c1"), eventOf("c2")];
  await store.put([known, fresh]);
  // Inconsistent reads don't show it yet.
  around(events, "getAll", (getAll) => async (keys, { consistent = true }: { consistent?: boolean } = {}) => {
    reads.push({ ids: keys.map(({ sk }) => sk), consistent });
    const found = await getAll(keys);
    return consistent ? found : found.map((item) => (item?.sk === fresh.envelope.id ? undefined : item));
  });
  const addressOf = ({ envelope: { instance, id } }: StoredEvent) => ({ instance, id });
  const none = { instance: "acme", id: "evt_none" };
  expect(await store.getMany([addressOf(fresh), none, addressOf(known)])).toEqual([fresh, undefined, known]);
  expect(reads.splice(0)).toEqual([
    { ids: [fresh.envelope.id, known.envelope.id], consistent: false },
    { ids: [fresh.envelope.id], consistent: true },
  ]);
  await store.getMany([addressOf(known)]);
  expect(reads).toEqual([{ ids: [known.envelope.id], consistent: false }]);
});
