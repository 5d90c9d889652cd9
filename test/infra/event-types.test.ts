import { readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { eventTypesFile, eventTypesText } from "../../docs/event-types-text.ts";
import type { BridgeEvent, BridgeEvents, EventType, RecordData } from "../../docs/types/feedhook-events.d.ts";
import { bridgeEvent } from "../../infra/packages/entries/events.ts";
import { exampleEvent } from "../../shared/api/event-types/example-event.ts";
import { recordData } from "../../shared/api/event-types/record-data.ts";
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
  const { data } = event;
  expectTypeOf(data?.firstName).toEqualTypeOf<string | null | undefined>();
  // Other fields may come, and their values are unknown.
  expectTypeOf(data?.["customField"]).toEqualTypeOf<unknown>();
  // @ts-expect-error -- a type that no catalogue has
  const unknown: EventType = "person.renamed";
  expect(eventTypes).not.toContain(unknown);
});

test("the type of an event implies the fields of its data, open for more", () => {
  const about = (event: BridgeEvent): unknown => {
    switch (event.type) {
      case "company.updated":
        return event.data?.organizationalNumbers?.[0]?.orgNumber;
      case "document.moved":
        return event.data?.folderId;
      case "bridge.endpoint_failing":
        return event.data?.lastFailure?.status;
      case "person.removed":
        // @ts-expect-error -- a person has no such documented field, so its value is unknown and has no elements
        return event.data?.organizationalNumbers?.[0];
      default:
        return event.data?.["id"];
    }
  };
  for (const type of eventTypes) {
    const example: unknown = exampleEvent(type);
    expect(() => about(bridgeEvent.parse(example))).not.toThrow();
  }
  expectTypeOf<BridgeEvents["activity.closed"]["data"]>().toEqualTypeOf<RecordData["activity"] | undefined>();
  expectTypeOf<BridgeEvents["folder.moved"]["data"]>().toEqualTypeOf<RecordData["folder"] | undefined>();
  expectTypeOf<NonNullable<BridgeEvents["bridge.feed_stalled"]["data"]>["reason"]>().toEqualTypeOf<string>();
});

test("the typed fields of a record are those of its JSON Schema", () => {
  for (const [name, { schema, example }] of Object.entries(recordData)) {
    const fields = Object.keys(z.toJSONSchema(schema, { unrepresentable: "any" }).properties ?? {});
    const [, text = ""] =
      new RegExp(`^  readonly ${name}: \\{\n([^]*?)^  \\};`, "m").exec(
        eventTypesText().split("RecordData = ")[1] ?? "",
      ) ?? [];
    const typed = [...text.matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, field]) => field);
    expect(typed).toEqual(fields);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(example)));
  }
});
