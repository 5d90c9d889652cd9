import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { present, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { forgetSubject } from "../../mirror/forget-subject.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import { forgetQuarantined } from "../../polling/quarantine/forget-quarantined.ts";
import { type ErasedEvent, type ErasureMessage, erasureOf } from "../../publishing/erasure-message.ts";
import type { EventStore } from "../../publishing/event-store.ts";
import { eventKeyOf } from "../../publishing/stored-event.ts";
import type { SubscriptionRef } from "../../subscriptions/subscription.ts";
import type { SubscriptionProjection } from "../../subscriptions/subscription-projection.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { deliveryKey } from "../rows/delivery-row.ts";

export type SubjectErasureParts = Context & {
  readonly store: EventStore;
  /** The `events` table. */
  readonly events: Table;
  readonly subscriptions: SubscriptionProjection;
  readonly deliveries: Table;
  readonly circuits: CircuitStore;
  /** The `mirror` table. */
  readonly mirror: Table;
  /** The `feeds` table, which has the quarantined rows. */
  readonly feeds: Table;
  readonly recover: QueueSender;
};

type Run = {
  readonly message: ErasureMessage;
  /** After this time (unix ms), the run sends a message that requests the rest. */
  readonly until: number;
  /** The subscriptions that may have received events of the instance, ordered by id. */
  readonly subscriptions: readonly SubscriptionRef[];
  /** Events whose responses have been removed. The events themselves are removed next. */
  readonly erased: ErasedEvent[];
};

/** Where a run stopped removing the responses to an event. */
type Place = Omit<NonNullable<ErasureMessage["from"]>, "event">;

type Forgotten = {
  readonly events: number;
  readonly more: boolean;
  /** Where the run stopped, if it hasn't searched all subscriptions for responses to an event. */
  readonly from?: ErasureMessage["from"];
};

const quotes = z.array(z.string()).default([]);

/**
 * After this time (ms), a run hands over to the next one. A Lambda function's time is limited, but the length of a
 * history isn't.
 */
const longest = 20_000;

const askedAtOnce = 32;

/** The delay (s) before the second run. By then, indexes have caught up and deliveries under way are recorded. */
const secondLook = 900;

/** The most erased events that one message names, so that the message stays within a queue's limit. */
const namedAtOnce = 500;

/**
 * Deletes the history of one record. An erasure reaches us as an ordinary update, and the values that it removed must
 * not survive here (docs/partner-api.md#erasure-is-an-update). This class deletes:
 * - the change log in the mirror
 * - the published events in `events`
 * - the responses of endpoints to these events: in `deliveries`, in endpoints' last failures and in notices
 * - the record's quarantined rows
 *
 * The record's current state and the event that announced the erasure stay. A later run finds events that this run
 * missed because they were being published, and responses to deliveries under way. Runs are idempotent, and the queue
 * repeats an interrupted run.
 */
export class SubjectErasure {
  readonly #parts: SubjectErasureParts;

  constructor(parts: SubjectErasureParts) {
    this.#parts = parts;
  }

  async run(message: ErasureMessage): Promise<void> {
    const { mirror, feeds, subscriptions, recover, clock, logger } = this.#parts;
    const until = clock.now() + longest;
    const run: Run = { message, until, subscriptions: await subscriptions.everReached(message.instance), erased: [] };
    if (message.events !== undefined) return this.#lookAgain(run, message.events);
    const { instance, subject, id } = message;
    const below = message.below ?? (await forgetSubject(mirror, instance, subject, id));
    const next = { instance, subject, id, ...defined({ below }) };
    await forgetQuarantined(feeds, instance, subject, id);
    const { events, more, from } = await this.#forgetEvents(run, below);
    if (more) await recover.send([erasureOf({ ...next, ...defined({ from }), ...(message.last && { last: true }) })]);
    else if (message.last !== true) await recover.send([erasureOf({ ...next, last: true }, secondLook)]);
    logger.info("erasure.done", { instance, subject, id, events, more });
  }

  async #forgetEvents(run: Run, below: number | undefined): Promise<Forgotten> {
    const { store } = this.#parts;
    const { instance, subject, id, from } = run.message;
    let events = 0;
    let afterId: string | undefined;
    for (;;) {
      const page = await store.bySubject(instance, subject, id, { limit: 50, ...defined({ afterId }) });
      for (const { envelope } of page.events) {
        afterId = envelope.id;
        if (below !== undefined && envelope.subject.seq >= below) continue;
        const begin = from?.event === envelope.id ? from : undefined;
        const stopped = await this.#forgetAnswers({ id: envelope.id }, run, begin);
        if (stopped === undefined) {
          run.erased.push({ id: envelope.id });
          events += 1;
        }
        if (stopped === undefined && !this.#isOver(run)) continue;
        await this.#removeErased(run);
        return {
          events,
          more: true,
          ...(stopped !== undefined && { from: { event: envelope.id, ...stopped } }),
        };
      }
      await this.#removeErased(run);
      if (!page.more || page.events.length === 0) return { events, more: false };
    }
  }

  async #lookAgain(run: Run, events: readonly ErasedEvent[]): Promise<void> {
    const { recover } = this.#parts;
    const { from } = run.message;
    for (const [at, event] of events.entries()) {
      const stopped = await this.#forgetAnswers(event, run, from?.event === event.id ? from : undefined);
      if (stopped === undefined && !this.#isOver(run)) continue;
      const left = events.slice(stopped === undefined ? at + 1 : at);
      const begin = stopped && { event: event.id, ...stopped };
      await this.#removeErased(run);
      if (left.length === 0) return;
      await recover.send([erasureOf({ ...secondLookAt(run.message, left), ...defined({ from: begin }) })]);
      return;
    }
    await this.#removeErased(run);
  }

  /** Called after the events' responses are removed, because a response is found by its event. */
  async #removeErased({ message, erased }: Run): Promise<void> {
    const { events, recover } = this.#parts;
    const { instance } = message;
    while (erased.length > 0) {
      const some = erased.slice(0, namedAtOnce);
      // This message goes first: if this run is interrupted, responses to deliveries under way must still be removed.
      await recover.send([erasureOf(secondLookAt(message, some), secondLook)]);
      const keys = some.flatMap((event) => eventKeyOf(instanceOf(event, instance), event.id) ?? []);
      await Promise.all(keys.map((key) => events.remove(key)));
      erased.splice(0, some.length);
    }
  }

  /**
   * Removes a notice that repeats an endpoint's response. There may be any number of responses to the notice, so a
   * separate run removes them.
   */
  async #forgetNotice(partner: string, id: string, { message, erased }: Run): Promise<void> {
    const { mirror, store, recover } = this.#parts;
    const instance = pseudoInstanceOf(partner);
    const page = await store.bySubject(instance, "bridge", id, { limit: 10 });
    const events = page.events.map(({ envelope }) => ({ id: envelope.id, partner }));
    if (events.length > 0) await recover.send([erasureOf(secondLookAt(message, events))]);
    erased.push(...events);
    await mirror.remove(recordKey(instance, "bridge", id));
  }

  /**
   * Removes the bodies and headers of endpoints' responses to an event, because a response may repeat its request. Rows
   * of deleted subscriptions can't be found; they expire. If the run's time is up, returns the place at which the
   * search stopped.
   */
  async #forgetAnswers({ id, partner: of }: ErasedEvent, run: Run, begin?: Place): Promise<Place | undefined> {
    const { subscription: done = "", within } = begin ?? {};
    const asked = run.subscriptions.filter((one) => one.id > done && (of === undefined || one.partner === of));
    for (let at = 0; at < asked.length; at += askedAtOnce) {
      const some = asked.slice(at, at + askedAtOnce);
      const stopped = await Promise.all(
        some.map((one) =>
          this.#forgetAnswersOf(one, id, run, within?.subscription === one.id ? within.after : undefined),
        ),
      );
      const first = stopped.findIndex((after) => after !== undefined);
      const [one, after] = [some[first], stopped[first]];
      if (one !== undefined && after !== undefined)
        return { subscription: asked[at + first - 1]?.id ?? done, within: { subscription: one.id, after } };
      const last = some.at(-1);
      if (last !== undefined && this.#isOver(run) && at + askedAtOnce < asked.length) return { subscription: last.id };
    }
    return undefined;
  }

  /** If the run's time is up, returns the sort key after which to continue. An event can have any number of replays. */
  async #forgetAnswersOf(
    { id: subscription, partner }: SubscriptionRef,
    event: string,
    run: Run,
    after: string | undefined,
  ): Promise<string | undefined> {
    const { deliveries, circuits } = this.#parts;
    const { pk } = deliveryKey({ subscription, event, run: "" });
    const query = { pk, prefix: `${event}#`, ...defined({ after }) };
    let last: string | undefined;
    for await (const row of queryAll(deliveries, query)) {
      // The endpoint's last failure and the notices may repeat a response that this row no longer has: they are written
      // after the row, perhaps after an earlier run read the row.
      if (last === undefined) await circuits.forgetAnswer({ partner, subscription }, event);
      else if (this.#isOver(run)) return last;
      last = row.sk;
      for (const notice of quotes.parse(row["quotedIn"])) await this.#forgetNotice(partner, notice, run);
      if (row["erased"] === true && row["excerpt"] === undefined && row["failures"] === undefined) continue;
      // `rev` rises, so that a worker that read the row earlier can't write the excerpt back.
      await deliveries.update({
        key: { pk: row.pk, sk: row.sk },
        // The hourly counts of deliveries (`hourly-deliveries.ts`) use `erased`.
        set: { erased: true },
        remove: ["excerpt", "failures"],
        add: { rev: 1 },
        when: present,
      });
    }
    return undefined;
  }

  #isOver({ until }: Run): boolean {
    return this.#parts.clock.now() >= until;
  }
}

/**
 * A request for a second look at `events`. An older release ignores `events` and treats the message as a request for a
 * second run. Because of `below: 0`, that run removes no events.
 */
function secondLookAt(
  { instance, subject, id }: ErasureMessage,
  events: readonly ErasedEvent[],
): Omit<ErasureMessage, "kind"> {
  return { instance, subject, id, below: 0, last: true, events: [...events] };
}

function instanceOf({ partner }: ErasedEvent, instance: string): string {
  return partner === undefined ? instance : pseudoInstanceOf(partner);
}
