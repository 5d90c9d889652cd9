import type { Envelope } from "../../kernel/envelope.ts";
import type { Destination } from "../../subscriptions/destination.ts";
import type { DialOutcome } from "./dialer.ts";

export type ConnectorRequest = {
  readonly destination: Destination;
  /** The subscription's id, which is part of the role session's name. */
  readonly subscription: string;
  readonly envelope: Envelope;
  /** The event in the subscription's format, at most {@link mostBytes} long. */
  readonly body: Buffer;
  /** The marks that a webhook request carries in its headers, such as `webhook-replay`. */
  readonly marks: Readonly<Record<string, string>>;
  /** The limit (ms) for credentials and request together. */
  readonly deadline: number;
};

/**
 * Hands an event to its destination once, without retries. Never throws. The service's response becomes an HTTP status,
 * so that later steps treat destinations and webhooks alike. 403: the role or the destination denies access; 404: the
 * destination doesn't exist; 429: too many requests. The excerpt of an error contains the service's error code and
 * message.
 */
export type Connector = { send(request: ConnectorRequest): Promise<DialOutcome> };

/**
 * The largest body, in bytes. EventBridge accepts 256 KB including the source and the detail type, and older SQS queues
 * accept 256 KB including the marks.
 */
export const mostBytes = 255 * 1_024;
