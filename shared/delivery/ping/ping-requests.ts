import { deliveryGroup } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";
import { takeTurnWithin } from "../../partners/take-turn-within.ts";
import type { WaitingRequests } from "../../partners/waiting-requests.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import { type DeliveryRow, deliveryKey, deliveryRow } from "../rows/delivery-row.ts";
import { exampleMessage, pingMessage } from "./ping-message.ts";

type Parts = Context & {
  /** The `subscriptions` table, with the times of each subscription's last ping and of the partner's last example. */
  readonly subscriptions: Table;
  readonly deliveries: Table;
  readonly deliver: QueueSender;
  readonly waiting: WaitingRequests;
};

export type PingOutcome =
  | { readonly outcome: "answered"; readonly row: DeliveryRow }
  /**
   * The response didn't arrive in time, or too many requests were waiting. The result will appear in the subscription's
   * deliveries.
   */
  | { readonly outcome: "pending"; readonly event: string }
  | { readonly outcome: "tooSoon" };

/**
 * The shortest time (ms) between two of a partner's examples; short, so that developers can send a series. Each example
 * may have 64 KB and wait half a minute for its endpoint, so a gap per subscription could take all memory.
 */
const exampleGap = 1_000;

/** In ms. */
const lookEvery = 100;

/**
 * Requests a ping or an example from the sender and waits for the response in the delivery's row. The Lambda function
 * that serves the API isn't allowed to connect to endpoints or unseal signing secrets, but the sender's function is.
 */
export class PingRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ask(partner: string, subscription: string): Promise<PingOutcome> {
    const { subscriptions, clock, timings } = this.#parts;
    const now = clock.now();
    const isAllowed = await takeTurnWithin(subscriptions, pingKey(partner, subscription), {
      gap: timings.pingGap,
      now,
    });
    return isAllowed ? this.#send(pingMessage(partner, subscription, now)) : { outcome: "tooSoon" };
  }

  /** An example that comes too soon isn't built, because that takes most of its request's time. */
  async sendExample(partner: string, subscription: string, build: () => Envelope): Promise<PingOutcome> {
    const { subscriptions, clock } = this.#parts;
    const isAllowed = await takeTurnWithin(subscriptions, exampleKey(partner), {
      gap: exampleGap,
      now: clock.now(),
    });
    return isAllowed ? this.#send(exampleMessage(partner, subscription, build())) : { outcome: "tooSoon" };
  }

  async forget(partner: string, subscription: string): Promise<void> {
    await this.#parts.subscriptions.remove(pingKey(partner, subscription));
  }

  async #send(message: IncomingDelivery): Promise<PingOutcome> {
    const { deliver, deliveries, waiting, clock, timings } = this.#parts;
    const until = clock.now() + timings.pingWait;
    // Pings and examples have a group per partner, so that they don't wait behind a subscription's deliveries. With a
    // group per subscription, a flood of pings would look to SQS like many quiet groups.
    const group = deliveryGroup({ ...message, subscription: "ping" });
    await deliver.send([{ body: JSON.stringify(message), group }]);
    const answered = await waiting.wait(message.partner, { until, lookEvery }, async () => {
      const item = await deliveries.get(deliveryKey(message));
      const row = item === undefined ? undefined : parseStored(deliveryRow, item, `ping ${message.event}`);
      return row !== undefined && row.attempts.length > 0 ? row : undefined;
    });
    return answered === undefined
      ? { outcome: "pending", event: message.event }
      : { outcome: "answered", row: answered };
  }
}

function pingKey(partner: string, subscription: string): Key {
  return { pk: partnerPartition(partner), sk: `ping#${subscription}` };
}

function exampleKey(partner: string): Key {
  return { pk: partnerPartition(partner), sk: "example" };
}
