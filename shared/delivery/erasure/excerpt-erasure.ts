import type { Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import type { SubscriptionProjection } from "../../subscriptions/subscription-projection.ts";
import { deliveryKey } from "../rows/delivery-row.ts";

export type ExcerptErasureParts = {
  readonly copies: Pick<SubscriptionProjection, "subscriptionsOf">;
  readonly deliveries: Pick<Table, "query" | "update">;
};

/**
 * Forgets how endpoints answered to an event: an answer may repeat what it was sent. Rows of subscriptions that are gone
 * can't be found; they end with their retention.
 */
export class ExcerptErasure {
  readonly #parts: ExcerptErasureParts;

  constructor(parts: ExcerptErasureParts) {
    this.#parts = parts;
  }

  async forget(instance: string, event: string): Promise<void> {
    const { copies, deliveries } = this.#parts;
    for (const { id: subscription } of await copies.subscriptionsOf(instance)) {
      const { pk } = deliveryKey({ subscription, event, run: "" });
      for await (const row of queryAll(deliveries, { pk, prefix: `${event}#`, consistent: true })) {
        if (row["excerpt"] === undefined) continue;
        const key = { pk: row.pk, sk: row.sk };
        // `rev` rises, so that a worker who read the row before doesn't write the excerpt back.
        await deliveries.update({
          key,
          remove: ["excerpt"],
          add: { rev: 1 },
          when: [{ attribute: "pk", is: "present" }],
        });
      }
    }
  }
}
