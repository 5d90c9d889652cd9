import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { present, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import type { SubjectEraser } from "../../mirror/subject-eraser.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { QuarantineErasure } from "../../polling/quarantine/quarantine-erasure.ts";
import { type ErasureMessage, erasureOf } from "../../publishing/erasure-message.ts";
import { eventKeyOf } from "../../publishing/event-key.ts";
import type { EventStore } from "../../publishing/event-store.ts";
import type { SubscriptionProjection } from "../../subscriptions/subscription-projection.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { deliveryKey } from "../rows/delivery-row.ts";

export type SubjectErasureParts = {
  readonly memory: Pick<SubjectEraser, "forget">;
  readonly store: Pick<EventStore, "bySubject">;
  /** The `events` table. */
  readonly events: Pick<Table, "remove">;
  readonly copies: Pick<SubscriptionProjection, "subscriptionsOf">;
  readonly deliveries: Pick<Table, "query" | "update">;
  readonly circuits: Pick<CircuitStore, "forgetAnswer">;
  /** The `mirror` table. */
  readonly mirror: Pick<Table, "remove">;
  readonly quarantine: QuarantineErasure;
  /** The queue that brings these messages. */
  readonly recover: QueueSender;
  readonly logger: Logger;
};

const quotes = z.array(z.string()).default([]);

/** How many events one run forgets: a function's time is limited, a history isn't. */
const perRun = 200;

/** Seconds until the second run. By then indexes have caught up, and deliveries that were under way are recorded. */
const secondLook = 900;

/**
 * Deletes the history of one record, since an erasure reaches us as an ordinary update and what it emptied must not live
 * on here (docs/partner-api.md#erasure-is-an-update): the change log in the mirror, the published events in `events`, what
 * endpoints answered to it in `deliveries`, in the endpoint's last failure and in notices, and its quarantined rows. What the record says now stays, and so does the event
 * that announced the erasure. A run may be repeated, and the queue repeats one that was cut off.
 */
export class SubjectErasure {
  readonly #parts: SubjectErasureParts;

  constructor(parts: SubjectErasureParts) {
    this.#parts = parts;
  }

  async run(message: ErasureMessage): Promise<void> {
    const { memory, quarantine, recover, logger } = this.#parts;
    const { instance, subject, id } = message;
    const below = message.below ?? (await memory.forget(instance, subject, id));
    const next = { instance, subject, id, ...defined({ below }) };
    await quarantine.forget(instance, subject, id);
    const { forgotten, more } = await this.#forgetEvents(message, below);
    if (more) await recover.send([erasureOf({ ...next, ...(message.last && { last: true }) })]);
    else if (message.last !== true) await recover.send([erasureOf({ ...next, last: true }, secondLook)]);
    logger.info("erasure.done", { instance, subject, id, events: forgotten, more });
  }

  async #forgetEvents(
    { instance, subject, id }: ErasureMessage,
    below: number | undefined,
  ): Promise<{ readonly forgotten: number; readonly more: boolean }> {
    const { store, events } = this.#parts;
    let forgotten = 0;
    let afterId: string | undefined;
    for (;;) {
      const page = await store.bySubject(instance, subject, id, { limit: 50, ...defined({ afterId }) });
      for (const { envelope } of page.events) {
        afterId = envelope.id;
        if (below !== undefined && envelope.subject.seq >= below) continue;
        // The answers go first: without the event nothing leads to them.
        await this.#forgetAnswers(instance, envelope.id);
        const key = eventKeyOf(instance, envelope.id);
        if (key !== undefined) await events.remove(key);
        forgotten += 1;
      }
      if (!page.more || page.events.length === 0) return { forgotten, more: false };
      if (forgotten >= perRun) return { forgotten, more: true };
    }
  }

  /** Removes a notice to a partner that repeats an answer, and what was answered to it in turn. */
  async #forgetNotice(partner: string, id: string): Promise<void> {
    const { mirror, store, events } = this.#parts;
    const instance = pseudoInstanceOf(partner);
    const page = await store.bySubject(instance, "bridge", id, { limit: 10 });
    for (const { envelope } of page.events) {
      await this.#forgetAnswers(instance, envelope.id);
      const key = eventKeyOf(instance, envelope.id);
      if (key !== undefined) await events.remove(key);
    }
    await mirror.remove(recordKey(instance, "bridge", id));
  }

  /**
   * Removes what endpoints answered to an event, bodies and headers, since an answer may repeat what it was sent. Rows of
   * deleted subscriptions can't be found; they end with their retention.
   */
  async #forgetAnswers(instance: string, event: string): Promise<void> {
    const { copies, deliveries, circuits } = this.#parts;
    for (const { id: subscription, partner } of await copies.subscriptionsOf(instance)) {
      const { pk } = deliveryKey({ subscription, event, run: "" });
      for await (const row of queryAll(deliveries, { pk, prefix: `${event}#`, consistent: true })) {
        if (row["excerpt"] === undefined && row["failures"] === undefined) continue;
        // Before the row's own: a run that is cut off comes back here as long as the row says that something is left.
        await circuits.forgetAnswer({ partner, subscription }, event);
        for (const notice of quotes.parse(row["quotedIn"])) await this.#forgetNotice(partner, notice);
        // `rev` rises, so that a worker that read the row before can't write the excerpt back.
        await deliveries.update({
          key: { pk: row.pk, sk: row.sk },
          remove: ["excerpt", "failures"],
          add: { rev: 1 },
          when: present,
        });
      }
    }
  }
}
