import { readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { eventTypesFile, eventTypesText } from "../../docs/event-types-text.ts";
import type { BridgeEvent, BridgeEvents, EventType } from "../../docs/types/feedhook-events.d.ts";
import { eventTypes } from "../../shared/kernel/catalogue.ts";
import { type Envelope, envelope } from "../../shared/kernel/envelope.ts";

test("the published types match the envelope and the catalogue: npm run event-types", () => {
  expect(readFileSync(eventTypesFile, "utf8")).toBe(eventTypesText());
});

test("an event of the published types is an envelope, and its type implies its subject", () => {
  const event: BridgeEvents["person.updated"] = {
    id: "evt_1",
    type: "person.updated",
    timestamp: "2026-11-21T09:00:00Z",
    timestampFrom: "source",
    detectedAt: "2026-11-21T09:00:01Z",
    instance: "acme",
    subject: { type: "person", id: "1", seq: 2, part: 1 },
    changes: [{ field: "firstName", from: "Kari", to: "Kåre" }],
    detectedBy: "timeline",
  };
  expect(envelope.parse(event)).toEqual(event);
  expectTypeOf<BridgeEvents["person.updated"]["subject"]["type"]>().toEqualTypeOf<"person">();
  expectTypeOf<Envelope["detectedBy"]>().toEqualTypeOf<BridgeEvent["detectedBy"]>();
  expectTypeOf<keyof Envelope>().toEqualTypeOf<keyof BridgeEvent>();
  // @ts-expect-error -- a type that no catalogue has
  const unknown: EventType = "person.renamed";
  expect(eventTypes).not.toContain(unknown);
});
