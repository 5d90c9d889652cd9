import type { Envelope } from "../../kernel/envelope.ts";
import type { Destination } from "../../subscriptions/destination.ts";
import type { DialOutcome } from "./dialer.ts";

export type ConnectorRequest = {
  readonly destination: Destination;
  /** The subscription's id. It is part of the name of the session in which the role is assumed. */
  readonly subscription: string;
  readonly envelope: Envelope;
  /** The event in the subscription's format. It has at most {@link mostBytes} bytes. */
  readonly body: Buffer;
  /** The marks that a webhook request carries in its headers, such as `webhook-replay`. */
  readonly marks: Readonly<Record<string, string>>;
  /** The limit (ms) for credentials and request together. */
  readonly deadline: number;
};

/**
 * Hands an event to its destination once, without retries. Reports the outcome as an HTTP status, so that later steps
 * treat destinations and webhooks alike. 200: accepted; 403: the role or the destination denies access; 404: the
 * destination doesn't exist; 429: too many requests. Any other status is the service's own. The excerpt of an error
 * contains the service's error code and message. Never throws.
 */
export type Connector = { send(request: ConnectorRequest): Promise<DialOutcome> };

/**
 * The maximum size (bytes) of an event for a destination. EventBridge and older queues accept at most 256 KB, including
 * the names and marks that are sent with the event.
 */
export const mostBytes = 255 * 1_024;
