import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
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
import type { ProjectedSubscription } from "../../subscriptions/subscription.ts";
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
  readonly clock: Clock;
  readonly logger: Logger;
};

/** What one run knows. */
type Run = {
  /** Unix ms after which it hands on to another message. */
  readonly until: number;
  /** The subscriptions of each instance that it came across, in the order of their ids. */
  readonly copies: Map<string, Promise<readonly ProjectedSubscription[]>>;
};

type Forgotten = {
  readonly events: number;
  readonly more: boolean;
  /** Within which event the run stopped, if it did. */
  readonly from?: ErasureMessage["from"];
};

const quotes = z.array(z.string()).default([]);

/** After this many ms a run hands on to the next one: a function's time is limited, a history and its readers aren't. */
const longest = 20_000;

/** How many subscriptions are asked at once for what they hold of an event. */
const askedAtOnce = 32;

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
    const { memory, quarantine, recover, clock, logger } = this.#parts;
    const run: Run = { until: clock.now() + longest, copies: new Map() };
    const { instance, subject, id } = message;
    const below = message.below ?? (await memory.forget(instance, subject, id));
    const next = { instance, subject, id, ...defined({ below }) };
    await quarantine.forget(instance, subject, id);
    const { events, more, from } = await this.#forgetEvents(message, below, run);
    if (more) await recover.send([erasureOf({ ...next, ...defined({ from }), ...(message.last && { last: true }) })]);
    else if (message.last !== true) await recover.send([erasureOf({ ...next, last: true }, secondLook)]);
    logger.info("erasure.done", { instance, subject, id, events, more });
  }

  async #forgetEvents(
    { instance, subject, id, from }: ErasureMessage,
    below: number | undefined,
    run: Run,
  ): Promise<Forgotten> {
    const { store, events, clock } = this.#parts;
    let forgotten = 0;
    let afterId: string | undefined;
    for (;;) {
      const page = await store.bySubject(instance, subject, id, { limit: 50, ...defined({ afterId }) });
      for (const { envelope } of page.events) {
        afterId = envelope.id;
        if (below !== undefined && envelope.subject.seq >= below) continue;
        // The answers go first: without the event nothing leads to them.
        const after = from?.event === envelope.id ? from.subscription : undefined;
        const stopped = await this.#forgetAnswers(instance, envelope.id, run, { after, until: run.until });
        if (stopped !== undefined) {
          return { events: forgotten, more: true, from: { event: envelope.id, subscription: stopped } };
        }
        const key = eventKeyOf(instance, envelope.id);
        if (key !== undefined) await events.remove(key);
        forgotten += 1;
        if (clock.now() >= run.until) return { events: forgotten, more: true };
      }
      if (!page.more || page.events.length === 0) return { events: forgotten, more: false };
    }
  }

  /** Removes a notice to a partner that repeats an answer, and what was answered to it in turn. */
  async #forgetNotice(partner: string, id: string, run: Run): Promise<void> {
    const { mirror, store, events } = this.#parts;
    const instance = pseudoInstanceOf(partner);
    const page = await store.bySubject(instance, "bridge", id, { limit: 10 });
    for (const { envelope } of page.events) {
      await this.#forgetAnswers(instance, envelope.id, run);
      const key = eventKeyOf(instance, envelope.id);
      if (key !== undefined) await events.remove(key);
    }
    await mirror.remove(recordKey(instance, "bridge", id));
  }

  /**
   * Removes what endpoints answered to an event, bodies and headers, since an answer may repeat what it was sent. Rows of
   * deleted subscriptions can't be found; they end with their retention. Asks the subscriptions in the order of their ids,
   * beginning behind `after`, and returns the last one that it asked where it stopped at `until` (unix ms).
   */
  async #forgetAnswers(
    instance: string,
    event: string,
    run: Run,
    {
      after = "",
      until = Number.POSITIVE_INFINITY,
    }: { readonly after?: string | undefined; readonly until?: number } = {},
  ): Promise<string | undefined> {
    const { copies, clock } = this.#parts;
    const known = run.copies.get(instance) ?? copies.subscriptionsOf(instance);
    run.copies.set(instance, known);
    const asked = (await known).filter(({ id }) => id > after);
    for (let at = 0; at < asked.length; at += askedAtOnce) {
      const some = asked.slice(at, at + askedAtOnce);
      await Promise.all(some.map((one) => this.#forgetAnswersOf(one, event, run)));
      if (clock.now() >= until && at + askedAtOnce < asked.length) return some.at(-1)?.id;
    }
    return undefined;
  }

  async #forgetAnswersOf({ id: subscription, partner }: ProjectedSubscription, event: string, run: Run): Promise<void> {
    const { deliveries, circuits } = this.#parts;
    const { pk } = deliveryKey({ subscription, event, run: "" });
    for await (const row of queryAll(deliveries, { pk, prefix: `${event}#`, consistent: true })) {
      if (row["excerpt"] === undefined && row["failures"] === undefined) continue;
      // Before the row's own: a run that is cut off comes back here as long as the row says that something is left.
      await circuits.forgetAnswer({ partner, subscription }, event);
      for (const notice of quotes.parse(row["quotedIn"])) await this.#forgetNotice(partner, notice, run);
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
