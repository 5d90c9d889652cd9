import type { EventType } from "../../kernel/catalogue.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

export type Payload = { readonly contentType: string; readonly body: Buffer };

export function contentTypeOf({ format }: Pick<Subscription, "format">): string {
  return format === "cloudevents" ? "application/cloudevents+json" : "application/json";
}

/** The bytes that are signed and sent. */
export function payloadOf(
  { envelope, body }: StoredEvent,
  { format, payload }: Pick<Subscription, "format" | "payload">,
): Payload {
  const thin = payload === "thin";
  const contentType = contentTypeOf({ format });
  if (format !== "cloudevents") {
    const text = thin ? JSON.stringify(withoutData(envelope)) : body;
    return { contentType, body: Buffer.from(text, "utf8") };
  }
  const event = cloudEvent(thin ? withoutData(envelope) : envelope);
  return { contentType, body: Buffer.from(JSON.stringify(event), "utf8") };
}

function withoutData(envelope: Envelope): Envelope {
  const thin = { ...envelope };
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
