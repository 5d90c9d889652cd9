import type { Context } from "../kernel/context.ts";
import { EngineUnavailableError } from "../kernel/errors.ts";
import type { OutgoingMessage, QueueSender } from "../kernel/ports/queue.ts";
import { WorkTurn } from "../kernel/work-turn.ts";
import { partnerOfPseudoInstance } from "../partners/partner-key.ts";
import type { EventStore } from "../publishing/event-store.ts";
import { readEvents } from "../publishing/read-events.ts";
import type { StoredEvent } from "../publishing/stored-event.ts";
import { type DeliveryMessage, deliveryGroup } from "./delivery-message.ts";
import type { FanoutLedger } from "./fanout-ledger.ts";
import { alertingType, type EventAlertMessage, type FanoutMessage } from "./fanout-message.ts";
import type { IndexCache } from "./index-cache.ts";
import { type Candidate, EventJudge, stepsPerTurn, type TypeIndex } from "./subscription-index.ts";

type Parts = Context & {
  readonly indexes: IndexCache;
  readonly events: EventStore;
  readonly ledger: FanoutLedger;
  readonly deliver: QueueSender;
  readonly fanout: QueueSender;
  readonly alerts: QueueSender;
  /** The most deliveries that fan-out sends for one message. A continuation message covers the rest. */
  readonly chunk: number;
  /** Fan-out sends a batch's deliveries, and records them in the ledger, each time it has collected this many. */
  readonly slice: number;
};

/** After this time (ms), the rest of a batch goes into new messages, because a Lambda function's time is limited. */
const longest = 20_000;

const mostNamed = 20;

type Work = { readonly message: FanoutMessage; readonly index: TypeIndex };
type Planned = Work & { readonly event: StoredEvent | undefined };
type Chunk = {
  readonly message: FanoutMessage;
  readonly continuation: OutgoingMessage | undefined;
  readonly deliveries: readonly OutgoingMessage[];
};

export class FanOut {
  readonly #parts: Parts;
  /** Shared by all batches, so that together they leave time for other work on the event loop. */
  readonly #turn = new WorkTurn(stepsPerTurn);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * A message is rejected, and must be received again, if its event is needed but isn't stored yet or can't be read, or
   * if its instance's subscriptions can't be read. Throws if a queue, the ledger or the `events` table is unavailable.
   * The whole batch must then be received again.
   */
  async run(batch: readonly FanoutMessage[]): Promise<readonly PromiseSettledResult<void>[]> {
    const began = this.#parts.clock.now();
    const messages = distinct(batch);
    await this.#alert(messages);
    const failed = new Map<string, PromiseRejectedResult>();
    const work = await this.#work(messages, failed);
    const planned = await this.#withEvents(await this.#withoutDone(work), failed);
    const ready = planned.filter(({ message, index, event }) => {
      if (event !== undefined || !index.needsBody) return true;
      // An event that is still missing now counts as erased or expired. Its message is dropped, because as a dead
      // letter, it would fail on every redrive.
      if (message.mayBeGone === true) this.#parts.logger.warn("fanout.event_gone", { eventId: message.id });
      else failed.set(nameOf(message), { status: "rejected", reason: notReadable(message) });
      return false;
    });
    await this.#send(ready, began);
    return batch.map((message) => failed.get(nameOf(message)) ?? { status: "fulfilled", value: undefined });
  }

  /** The `alert` function decides whether the partner wants an alert. Deciding here would cost a read per event. */
  async #alert(messages: readonly FanoutMessage[]): Promise<void> {
    const alerts = messages.flatMap(alertOf);
    if (alerts.length > 0) await this.#parts.alerts.send(alerts);
  }

  async #work(
    messages: readonly FanoutMessage[],
    failed: Map<string, PromiseRejectedResult>,
  ): Promise<readonly Work[]> {
    const instances = [...new Set(messages.map(({ instance }) => instance))];
    const indexes = await Promise.allSettled(instances.map((instance) => this.#parts.indexes.of(instance)));
    const indexOf = new Map(instances.map((instance, at) => [instance, indexes[at]]));
    return messages.flatMap((message) => {
      const index = indexOf.get(message.instance);
      if (index?.status === "rejected") failed.set(nameOf(message), index);
      if (index?.status !== "fulfilled") return [];
      return [{ message, index: index.value.of(message.type) }];
    });
  }

  async #withoutDone(work: readonly Work[]): Promise<readonly Work[]> {
    const wanted = work.filter(({ index }) => index.candidates.length > 0);
    const done = await this.#parts.ledger.areDone(wanted.map(({ message }) => message));
    return wanted.filter((_, at) => done[at] !== true);
  }

  async #withEvents(work: readonly Work[], failed: Map<string, PromiseRejectedResult>): Promise<readonly Planned[]> {
    const reading = work.filter(({ index }) => index.needsBody);
    const events = await readEvents(
      this.#parts.events,
      reading.map(({ message }) => message),
    );
    return work.flatMap((one) => {
      const event = events.get(one.message.id);
      if (event?.status !== "rejected") return [{ ...one, event: event?.value }];
      failed.set(nameOf(one.message), event);
      return [];
    });
  }

  /** If a worker dies partway through a large batch, the slices that it recorded aren't sent again. */
  async #send(planned: readonly Planned[], began: number): Promise<void> {
    const { fanout, clock, slice } = this.#parts;
    const until = clock.now() + longest;
    let chunks: Chunk[] = [];
    let size = 0;
    for (const [at, plan] of planned.entries()) {
      const chunk = await this.#chunk(plan);
      if (chunk.deliveries.length > 0) chunks.push(chunk);
      size += chunk.deliveries.length;
      const left = planned.slice(at + 1);
      if (size < slice && left.length > 0 && clock.now() < until) continue;
      await this.#sendSlice(chunks, began);
      [chunks, size] = [[], 0];
      if (left.length === 0 || clock.now() < until) continue;
      // The rest is sent as new messages, because on AWS, a rejected message comes back only after several minutes, and
      // becomes a dead letter after ten receives.
      await fanout.send(left.map(({ message }) => ({ body: JSON.stringify(message), group: message.instance })));
      return;
    }
  }

  async #sendSlice(chunks: readonly Chunk[], began: number): Promise<void> {
    const continuations = chunks.flatMap(({ continuation }) => continuation ?? []);
    const deliveries = chunks.flatMap((chunk) => chunk.deliveries);
    // Continuations are sent first and the ledger is written last. If the worker dies in between, the message is
    // received again, and everything that the ledger lacks is sent again.
    if (continuations.length > 0) await this.#parts.fanout.send(continuations);
    if (deliveries.length > 0) await this.#parts.deliver.send(deliveries);
    await this.#parts.ledger.record(chunks.map(({ message, deliveries: { length } }) => ({ message, sent: length })));
    this.#trace(chunks, began);
  }

  #trace(chunks: readonly Chunk[], began: number): void {
    const { tracer, clock } = this.#parts;
    if (tracer === undefined) return;
    const end = clock.now();
    for (const { message, deliveries } of chunks) {
      const { id, type, instance, after } = message;
      tracer.traceOf(id)?.record({
        name: after === undefined ? ["fanout"] : ["fanout", after],
        parent: ["publish"],
        ...{ start: began, end },
        attributes: {
          ...{ "feedhook.event.type": type, "feedhook.instance": instance },
          "feedhook.deliveries": deliveries.length,
        },
      });
    }
  }

  async #chunk({ message, index, event }: Planned): Promise<Chunk> {
    const { after: begin = "" } = message;
    const matches: Candidate[] = [];
    const undecided: string[] = [];
    const judge = event === undefined ? undefined : new EventJudge(event.envelope, this.#turn);
    for (const candidate of (await judge?.possible(index)) ?? index.candidates) {
      if (candidate.id <= begin) continue;
      const verdict = (await judge?.verdictOf(candidate)) ?? "matches";
      if (verdict === "differs") continue;
      if (verdict === "undecided") undecided.push(candidate.id);
      matches.push(candidate);
      // One more match than the chunk can hold shows that a continuation is needed.
      if (matches.length > this.#parts.chunk) break;
    }
    if (undecided.length > 0) this.#noteUndecided(message, undecided);
    const now = matches.slice(0, this.#parts.chunk);
    const after = matches.length > now.length ? now.at(-1)?.id : undefined;
    const continuation: OutgoingMessage | undefined =
      after === undefined ? undefined : { body: JSON.stringify({ ...message, after }), group: message.instance };
    return { message, continuation, deliveries: now.map((candidate) => deliveryOf(message, candidate)) };
  }

  #noteUndecided({ instance, id }: FanoutMessage, subscriptions: readonly string[]): void {
    const { logger, metrics } = this.#parts;
    const first = subscriptions.slice(0, mostNamed).join(" ");
    logger.warn("fanout.filters_undecided", {
      instance,
      eventId: id,
      count: subscriptions.length,
      subscriptions: first,
    });
    metrics.record("fanout.filters_undecided", subscriptions.length, instance);
  }
}

function alertOf({ instance, id, type, after }: FanoutMessage): readonly OutgoingMessage[] {
  const partner = partnerOfPseudoInstance(instance);
  // For a continuation, the alert was already sent with the first message.
  if (partner === undefined || after !== undefined || !alertingType.safeParse(type).success) return [];
  const message: EventAlertMessage = { kind: "event", partner, instance, event: id };
  return [{ body: JSON.stringify(message), group: partner }];
}

function deliveryOf(
  { instance, id, repeated }: FanoutMessage,
  { id: subscription, partner }: Candidate,
): OutgoingMessage {
  const delivery: DeliveryMessage = { subscription, partner, instance, event: id, run: "0", attempt: 1 };
  // `parked` makes the sender check whether this attempt was already made. Without `parked`, the sender may post a
  // first attempt without checking.
  const body = JSON.stringify(repeated === true ? { ...delivery, parked: true } : delivery);
  return { body, group: deliveryGroup(delivery) };
}

/**
 * The ledger can't detect duplicates within a batch. A `repeated` message takes precedence, because its deliveries may
 * have been sent already, and only its deliveries are marked as `parked`.
 */
function distinct(batch: readonly FanoutMessage[]): readonly FanoutMessage[] {
  const byName = new Map<string, FanoutMessage>();
  for (const message of batch) {
    const name = nameOf(message);
    if (byName.get(name)?.repeated !== true) byName.set(name, message);
  }
  return [...byName.values()];
}

/** The name contains `after`, because a message and its continuation aren't duplicates. */
function nameOf({ id, after = "" }: FanoutMessage): string {
  return `${id}#${after}`;
}

function notReadable({ instance, id }: FanoutMessage): EngineUnavailableError {
  return new EngineUnavailableError(`event ${id} of ${instance} isn't readable yet`);
}
