import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { outgoingDelivery } from "../attempt/attempt-answer.ts";
import type { OwnedEndpoint } from "../attempt/endpoint-cache.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import type { EndpointCircuit } from "../endpoint/endpoint-circuit.ts";
import type { DrainPosition, EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import { type Backlog, type BacklogRow, dueOf } from "./backlog.ts";
import { type DrainTurns, portion } from "./drain-turns.ts";

type Parts = Context & {
  readonly backlog: Pick<Backlog, "rows" | "behind" | "remove" | "setDue">;
  readonly circuits: CircuitStore;
  readonly turns: DrainTurns;
  readonly deliver: QueueSender;
  /** The most deliveries that one drain sends. A Lambda function's time is limited, but a backlog's size isn't. */
  readonly limit: number;
  /**
   * At most this many rows that aren't due are read. With `Retry-After`, a receiver can make any number wait for hours.
   */
  readonly mostWaiting: number;
};

/** After an outage, each batch is `growth` times as large as the previous one, up to `largestBatch`. */
const growth = 1.2;
const largestBatch = 200;

/**
 * If rows were added during a drain, the backlog must be read again. After `#sendPlain`, that happens immediately if
 * the drain began at the first row and read at most this many rows that aren't due. In all other cases, the backlog is
 * read again after a pause.
 */
const fewWaiting = 100;

/**
 * `pause`: the time (ms) until the next drain. `hops`: the number of drains before this one in its chain. `isLimited`:
 * whether the endpoint or its partner has a limit.
 */
type Batch = {
  readonly size: number;
  readonly now: number;
  readonly pause: number;
  readonly hops: number;
  readonly isLimited: boolean;
};

type Due = {
  readonly rows: readonly BacklogRow[];
  readonly more: boolean;
  /**
   * When (unix ms) the next row is due, among the waiting rows that this series of drains has read. A series reads the
   * backlog once from its beginning to its end.
   */
  readonly next: number | undefined;
  /** The number of rows that this drain read and that aren't due. */
  readonly waiting: number;
  /** The endpoint's `backlogRev` when the first drain of the series began. */
  readonly rev: number;
  /** The position at which the next drain continues; undefined for the beginning. */
  readonly from: DrainPosition | undefined;
};

/** Sends the due rows of a healthy endpoint's backlog, oldest event first unless the subscription is ordered. */
export class BacklogDrain {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns false if the endpoint's item has changed: the caller must then read and check the endpoint again. */
  async run(
    endpoint: EndpointId,
    item: EndpointItem,
    { subscription, access }: Pick<OwnedEndpoint, "subscription" | "access">,
    hops = 0,
  ): Promise<boolean> {
    const { circuit } = item;
    const { limit, clock, turns } = this.#parts;
    const now = clock.now();
    if (turns.isRequested(item)) return true;
    const quota = access.quotas?.deliveriesPerSecond;
    const lets = limitOf(subscription, quota);
    const isLimited = lets !== Number.POSITIVE_INFINITY;
    const isPlain = circuit.drain === undefined && !isLimited;
    const size = isPlain ? Math.min(limit, largestBatch) : Math.min(circuit.drain?.size ?? limit, lets, limit);
    const batch: Batch = { size, now, pause: turns.pauseAfter(size, endpoint, quota), hops, isLimited };
    return isPlain ? this.#sendPlain(endpoint, item, batch) : this.#sendBatch(endpoint, item, circuit, batch);
  }

  async #sendPlain(endpoint: EndpointId, item: EndpointItem, batch: Batch): Promise<boolean> {
    const { backlog, turns } = this.#parts;
    const due = await this.#due(endpoint, item, batch);
    await this.#send(due.rows);
    if (!due.more) {
      if (await backlog.setDue(endpoint, due.rev, due.next)) return true;
      if (item.drainFrom === undefined && due.waiting <= fewWaiting) return false;
    }
    await turns.requestNext(endpoint, item, { ...batch, from: due.from });
    return true;
  }

  /** Sends at most one batch per `pause`, across all workers. */
  async #sendBatch(endpoint: EndpointId, item: EndpointItem, circuit: EndpointCircuit, batch: Batch): Promise<boolean> {
    const { backlog, circuits, turns, timings } = this.#parts;
    const { now, pause } = batch;
    if (circuit.drain !== undefined && circuit.drain.at > now) {
      return backlog.setDue(endpoint, item.backlogRev, circuit.drain.at);
    }
    const drain = { at: now + pause, size: nextDrainBatch(batch.size) };
    if (!(await circuits.swap(endpoint, item, { ...circuit, drain }))) return false;
    const due = await this.#due(endpoint, item, batch);
    await this.#send(due.rows);
    if (!due.more && (await backlog.setDue(endpoint, due.rev, due.next))) {
      await this.#endDrain(endpoint, drain.at);
      const isSoon = due.next !== undefined && due.next <= now + 2 * timings.drainStep;
      if (batch.isLimited && (due.rows.length > 0 || isSoon)) await this.#requestLook(endpoint, batch);
      return true;
    }
    await turns.requestNext(endpoint, item, { ...batch, from: due.from });
    return true;
  }

  /**
   * Requests another check for the time when deliveries that a limit refused may be back in the backlog. The next sweep
   * would be too late. Half of the endpoints start their chain of checks one `pause` later. Without this offset, all
   * endpoints of a limited partner might send at the same times, and none in between.
   */
  async #requestLook(endpoint: EndpointId, { hops, pause }: Batch): Promise<void> {
    const steps = 2 + (hops === 0 ? bucketOf(endpoint.subscription, 2) : 0);
    await this.#parts.turns.requestLook(endpoint, steps * pause, hops);
  }

  /** Ends the drain unless another worker has begun a batch. */
  async #endDrain(endpoint: EndpointId, at: number): Promise<void> {
    await this.#parts.circuits.change(endpoint, (circuit) => {
      if (circuit.drain?.at !== at) return undefined;
      const drained = { ...circuit };
      delete drained.drain;
      return drained;
    });
  }

  async #due({ subscription }: EndpointId, item: EndpointItem, { size, now }: Batch): Promise<Due> {
    const { backlog, mostWaiting } = this.#parts;
    const { circuit, backlogRev, drainFrom } = item;
    const { since } = circuit;
    // After a change of the circuit's state, other rows may be due, and the oldest must come first.
    const begun = drainFrom?.since === since ? drainFrom : undefined;
    const rev = begun?.rev ?? backlogRev;
    const rows: BacklogRow[] = [];
    let { next, after } = begun ?? {};
    let waiting = 0;
    const due = (more: boolean): Due => {
      const continues = more && (begun !== undefined || waiting === mostWaiting);
      const from = continues && after !== undefined ? { after, since, rev, ...defined({ next }) } : undefined;
      return { rows, more, next, waiting, rev, from };
    };
    for await (const row of backlog.rows(subscription, { few: size, unordered: true, ...defined({ after }) })) {
      const at = row.held === true ? now : dueOf(row, circuit);
      if (at <= now && rows.length === size) return due(true);
      if (at <= now) rows.push(row);
      else {
        next = Math.min(next ?? at, at);
        waiting += 1;
      }
      after = backlog.behind(row);
      if (waiting === mostWaiting) return due(true);
    }
    return due(false);
  }

  async #send(rows: readonly BacklogRow[]): Promise<void> {
    const { deliver, backlog, turns } = this.#parts;
    for (let sent = 0; sent < rows.length; sent += portion) {
      const some = rows.slice(sent, sent + portion);
      const messages = some.map((row) => outgoingDelivery({ ...deliveryMessage.parse(row), parked: true }));
      await turns.inTurn(some.length, async () => {
        await deliver.send(messages);
        // The rows are removed after the send. If a delivery is sent twice, its claim drops the second message. If its
        // row were removed first and the worker died before the send, the delivery would be lost.
        await Promise.all(some.map((row) => backlog.remove(row)));
      });
    }
  }
}

/** `partnerRate`: the limit per second of the endpoint's partner. */
function limitOf(
  { ratePerSecond, maxConcurrency }: Pick<Subscription, "ratePerSecond" | "maxConcurrency">,
  partnerRate: number | undefined,
): number {
  const unlimited = Number.POSITIVE_INFINITY;
  const rate = Math.min(ratePerSecond ?? unlimited, partnerRate ?? unlimited);
  // A fraction is rounded up: a batch can't have half a row. A delivery beyond the limit returns to the backlog.
  return Math.min(Math.ceil(rate), maxConcurrency ?? unlimited);
}

/** A batch that is already larger than `largestBatch` keeps its size. */
function nextDrainBatch(size: number): number {
  return Math.max(Math.min(Math.ceil(size * growth), largestBatch), size);
}
