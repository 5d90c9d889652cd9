import type { EventType } from "../../kernel/catalogue.ts";
import { type Envelope, envelope } from "../../kernel/envelope.ts";
import { parseJson } from "../../kernel/parse.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

export type Payload = { readonly contentType: string; readonly body: Buffer };

export function contentTypeOf({ format }: Pick<Subscription, "format">): string {
  return format === "cloudevents" ? "application/cloudevents+json" : "application/json";
}

/** The bytes that are signed and sent. An attempt has parsed only the event's head, so other forms are parsed here. */
export function payloadOf(
  { body }: Pick<StoredEvent, "body">,
  { format, payload }: Pick<Subscription, "format" | "payload">,
): Payload {
  const contentType = contentTypeOf({ format });
  if (format !== "cloudevents" && payload !== "thin") return { contentType, body: Buffer.from(body, "utf8") };
  const whole = parseJson(envelope, body, "event");
  const sent = payload === "thin" ? withoutData(whole) : whole;
  const text = JSON.stringify(format === "cloudevents" ? cloudEvent(sent) : sent);
  return { contentType, body: Buffer.from(text, "utf8") };
}

function withoutData(whole: Envelope): Envelope {
  const thin = { ...whole };
  delete thin.data;
  return thin;
}

/** The id of the schema for the `data` of a {@link cloudEvent}. */
export const cloudEventDataSchemaId = (type: EventType): string => `urn:feedhook:schema:${type}:cloudevent-data:1`;

/**
 * A CloudEvent 1.0 in structured mode. Its `data` is the envelope without `id`, `type`, `instance` and `timestamp`,
 * which become attributes.
 */
function cloudEvent({ id, type, instance, timestamp, ...rest }: Envelope) {
  return {
    specversion: "1.0",
    id,
    type: `feedhook.${type}`,
    source: `/instances/${instance}`,
    subject: `${rest.subject.type}/${rest.subject.id}`,
    time: timestamp,
    datacontenttype: "application/json",
    dataschema: cloudEventDataSchemaId(type),
    data: rest,
  };
}
