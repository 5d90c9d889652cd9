import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";

/** Thrown if a verified body, or a message from the bus, isn't a Feedhook event. */
export class UnreadableEventError extends Error {
  readonly code = "unreadable_event";
}

/**
 * Reads an event from a webhook's body: an envelope or a CloudEvent. Parse only verified bodies, because this function
 * checks only `id` and `type`. An event of an unknown type is returned unchanged. Throws UnreadableEventError.
 */
export function parseEvent(text: string): BridgeEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableEventError("the body isn't JSON", { cause });
  }
  const event = isCloudEvent(value) ? envelopeOf(value) : value;
  if (!isEvent(event)) throw new UnreadableEventError("the body isn't a Feedhook event, because it has no id or type");
  return event;
}

export function isEvent(value: unknown): value is BridgeEvent {
  return hasText(value, "id") && hasText(value, "type");
}

type CloudEvent = {
  readonly id: unknown;
  readonly type: string;
  readonly source: string;
  readonly [name: string]: unknown;
};

function isCloudEvent(value: unknown): value is CloudEvent {
  return hasText(value, "specversion") && hasText(value, "type") && hasText(value, "source");
}

function envelopeOf({ id, type, source, time, data }: CloudEvent): unknown {
  const rest = typeof data === "object" ? data : {};
  return {
    id,
    type: type.replace(/^feedhook\./, ""),
    instance: source.replace(/^\/instances\//, ""),
    timestamp: time,
    ...rest,
  };
}

function hasText<N extends string>(value: unknown, name: N): value is { readonly [n in N]: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    Reflect.has(value, name) &&
    typeof Reflect.get(value, name) === "string"
  );
}
