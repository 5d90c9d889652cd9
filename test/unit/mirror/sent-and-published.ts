import { itemFrom, toAttributes } from "../../../shared/adapters/aws/attribute-values.ts";
import { payloadOf } from "../../../shared/delivery/attempt/payload.ts";
import type { RecordResource } from "../../../shared/kernel/catalogue.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { recordRow } from "../../../shared/polling/rows/record-row.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { fittedEvent } from "../../../shared/publishing/events-from.ts";
import { sourcePageOf } from "../../../shared/source/answer-bodies.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { readPage } from "../../support/read-page.ts";
import { testContext } from "../../support/test-context.ts";
import { mirrorWith } from "./mirror-fixture.ts";

/** DynamoDB's response with an item, in its own notation. */
const throughDynamo = (item: Item): Item => itemFrom(toAttributes(item));

/** A row's way from the source's text through mirror and event store to the subscribers' texts. */
export function sentAndPublished() {
  const world = mirrorWith(throughDynamo);
  const clock = new FakeClock();
  const store = new EventStore({
    ...testContext({ clock, timings: { ...defaultTimings, eventRetention: 1e12 } }),
    events: new MemoryTable("events"),
  });
  const send = async (resource: RecordResource, ...rows: string[]) => {
    const body = `{"items":[${rows.join(",")}],"totalItems":${rows.length}}`;
    const page = readPage(sourcePageOf({ outcome: "answered", status: 200, headers: {}, body }));
    const records = page!.items.map((row) => recordRow(row)!);
    const reported = world.events.length;
    const outcome = await world.see(resource, [], { rows: records });
    return { outcome, events: world.events.slice(reported) };
  };
  /** The event's text as it is stored, sent, sent thin, and sent as a CloudEvent. */
  const texts = async (event: Envelope) => {
    await store.put([fittedEvent(event)]);
    const [stored] = await store.getMany([{ instance: event.instance, id: event.id }]);
    const forms = [{}, { payload: "thin" }, { format: "cloudevents" }] as const;
    return [
      stored!.body,
      JSON.stringify(stored!.envelope),
      ...forms.map((form) => String(payloadOf(stored!, form).body)),
    ];
  };
  return { ...world, send, texts };
}
