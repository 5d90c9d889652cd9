import { parseStored } from "../../kernel/parse.ts";
import type { Clock, Sleeper } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import { partnerPartition } from "../../partners/partner-key.ts";

import { type DeliveryRow, deliveryKey, deliveryRow } from "../rows/delivery-row.ts";
import { pingMessage } from "./ping-message.ts";

type Parts = {
  /** The `subscriptions` table: when each was last pinged stands beside it. */
  readonly subscriptions: Pick<Table, "update" | "remove">;
  readonly deliveries: Pick<Table, "get">;
  readonly deliver: QueueSender;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly timings: Pick<Timings, "pingGap" | "pingWait">;
};

export type PingOutcome =
  | { readonly outcome: "answered"; readonly row: DeliveryRow }
  /** Sent, and its answer will stand among the deliveries. */
  | { readonly outcome: "pending"; readonly event: string }
  | { readonly outcome: "tooSoon" };

/** Ms between two looks for the answer. */
const lookEvery = 100;

/**
 * Asks the sender for a ping and waits for its answer. Whoever serves the API may not dial and opens no signing secrets:
 * it sends a message, and the one function that may do both answers in a row.
 */
export class PingRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ask(partner: string, subscription: string): Promise<PingOutcome> {
    const { deliver, clock, sleeper, timings } = this.#parts;
    const now = clock.now();
    if (!(await this.#isAllowed(partner, subscription, now))) return { outcome: "tooSoon" };
    const message = pingMessage(partner, subscription, now);
    // A group of its own: it mustn't wait behind what it is to find out about.
    await deliver.send([{ body: JSON.stringify(message), group: `ping#${subscription}` }]);
    while (clock.now() - now < timings.pingWait) {
      await sleeper.sleep(lookEvery);
      const item = await this.#parts.deliveries.get(deliveryKey(message), { consistent: true });
      if (item === undefined) continue;
      const row = parseStored(deliveryRow, item, `ping ${message.event}`);
      if (row.attempts.length > 0) return { outcome: "answered", row };
    }
    return { outcome: "pending", event: message.event };
  }

  /** For a subscription that is removed. */
  async forget(partner: string, subscription: string): Promise<void> {
    await this.#parts.subscriptions.remove(pingKey(partner, subscription));
  }

  async #isAllowed(partner: string, subscription: string, now: number): Promise<boolean> {
    const outcome = await this.#parts.subscriptions.update({
      key: pingKey(partner, subscription),
      set: { at: now },
      when: [{ attribute: "at", is: "absentOrAtMost", value: now - this.#parts.timings.pingGap }],
    });
    return outcome === "written";
  }
}

function pingKey(partner: string, subscription: string): Key {
  return { pk: partnerPartition(partner), sk: `ping#${subscription}` };
}
