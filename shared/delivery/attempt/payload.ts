import type { Envelope } from "../../kernel/envelope.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

export type Payload = { readonly contentType: string; readonly body: Buffer };

/** An event in the form a subscription chose: the bytes that are signed and sent. */
export function payloadOf(
  { envelope, body }: StoredEvent,
  { format, payload }: Pick<Subscription, "format" | "payload">,
): Payload {
  const thin = payload === "thin";
  if (format !== "cloudevents") {
    const text = thin ? JSON.stringify(withoutData(envelope)) : body;
    return { contentType: "application/json", body: Buffer.from(text, "utf8") };
  }
  const event = cloudEvent(thin ? withoutData(envelope) : envelope);
  return { contentType: "application/cloudevents+json", body: Buffer.from(JSON.stringify(event), "utf8") };
}

function withoutData(envelope: Envelope): Envelope {
  const thin = { ...envelope };
  delete thin.data;
  return thin;
}

/** A CloudEvent 1.0 in structured mode. Its `data` leaves out what its attributes say already. */
function cloudEvent({ id, type, instance, timestamp, ...rest }: Envelope) {
  return {
    specversion: "1.0",
    id,
    type: `feedhook.${type}`,
    source: `/instances/${instance}`,
    subject: `${rest.subject.type}/${rest.subject.id}`,
    time: timestamp,
    datacontenttype: "application/json",
    dataschema: `urn:feedhook:schema:${type}:1`,
    data: rest,
  };
}
