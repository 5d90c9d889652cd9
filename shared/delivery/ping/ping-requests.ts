import { parseStored } from "../../kernel/parse.ts";
import type { Clock, Sleeper } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import { partnerPartition } from "../../partners/partner-key.ts";

import { type DeliveryRow, deliveryKey, deliveryRow } from "../rows/delivery-row.ts";
import { pingMessage } from "./ping-message.ts";

type Parts = {
  /** The `subscriptions` table, which says when each subscription was last pinged. */
  readonly subscriptions: Pick<Table, "update" | "remove">;
  readonly deliveries: Pick<Table, "get">;
  readonly deliver: QueueSender;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly timings: Pick<Timings, "pingGap" | "pingWait">;
};

export type PingOutcome =
  | { readonly outcome: "answered"; readonly row: DeliveryRow }
  /** The ping is sent, and its answer will stand among the deliveries. */
  | { readonly outcome: "pending"; readonly event: string }
  | { readonly outcome: "tooSoon" };

/** Ms between two reads of the row that will hold the answer. */
const lookEvery = 100;

/**
 * Asks the sender for a ping and waits for the answer. The function that serves the API may neither dial nor unseal signing
 * secrets. So it sends a message, and the one function that may do both writes the answer into a row.
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
    // A group of its own keeps the ping from waiting behind the deliveries that it is to find out about.
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

  /** Forgets when a deleted subscription was last pinged. */
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
