import * as z from "zod";
import { deliveryGroup, deliveryMessage } from "../../fanout/delivery-message.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { outgoingDelivery } from "../attempt/attempt-answer.ts";
import type { OwnedEndpoint } from "../attempt/endpoint-cache.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { type EndpointCircuit, newCircuit } from "../endpoint/endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import { type Backlog, type BacklogRow, dueOf } from "./backlog.ts";

/**
 * `sweep` finds endpoints that have something due. `drain` handles one of them; `hops` is the number of drains before
 * it in its chain.
 */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string(), hops: z.int().exactOptional() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;

/** Makes a message that requests a drain after `delay` ms. */
export function drainOf({ partner, subscription }: EndpointId, delay = 0, hops = 0): OutgoingMessage {
  const message: RecoverMessage = { kind: "drain", partner, subscription, ...(hops > 0 && { hops }) };
  return { body: JSON.stringify(message), group: deliveryGroup(message), delaySeconds: Math.ceil(delay / 1_000) };
}

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "remove" | "setDue">;
  readonly circuits: Pick<CircuitStore, "swap" | "change">;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "drainStep">;
  /**
   * The most deliveries that one drain sends before it requests the next drain: a function's time is limited, but a
   * backlog's size isn't.
   */
  readonly limit: number;
};

/**
 * The longest chain of drains that request one another. The next sweep begins a new chain. Lambda's own limit of 16
 * hops is turned off for these messages, so only this limit ends an endless chain that a bug creates.
 */
export const mostHops = 500;

/** After an outage, each batch is larger than the previous one by this factor, up to the largest size. */
const growth = 1.2;
const largestBatch = 200;

type Due = {
  readonly rows: readonly BacklogRow[];
  readonly more: boolean;
  /** When (unix ms) the earliest of the rows that aren't due yet becomes due; known only after all rows were read. */
  readonly next: number | undefined;
};

/**
 * Sends what is due in a healthy endpoint's backlog, oldest event first. After an outage, the batches grow. If the
 * endpoint or its partner has a limit, each step sends what the limit allows.
 */
export class BacklogDrain {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns false if the endpoint's item changed first, so the caller must read and check the endpoint again. */
  async run(
    endpoint: EndpointId,
    item: EndpointItem,
    { subscription, access }: Pick<OwnedEndpoint, "subscription" | "access">,
    hops = 0,
  ): Promise<boolean> {
    const { circuit = newCircuit } = item;
    const { limit } = this.#parts;
    const lets = limitOf(subscription, access.quotas?.deliveriesPerSecond);
    if (circuit.drain === undefined && lets === Number.POSITIVE_INFINITY) {
      return this.#sendAll(endpoint, item, circuit, hops);
    }
    const size = Math.min(circuit.drain?.size ?? limit, lets, limit);
    return this.#sendBatch(endpoint, item, circuit, { size, hops, isLimited: lets !== Number.POSITIVE_INFINITY });
  }

  async #sendAll(
    endpoint: EndpointId,
    { backlogRev }: EndpointItem,
    circuit: EndpointCircuit,
    hops: number,
  ): Promise<boolean> {
    const { backlog, limit } = this.#parts;
    const { rows, more, next } = await this.#due(endpoint, circuit, limit);
    await this.#send(rows);
    if (!more) return backlog.setDue(endpoint, backlogRev, next);
    await this.#requestNext(endpoint, hops, 0);
    return true;
  }

  /** Sends one batch per step, across all workers. If more is due, requests the next one for the end of the step. */
  async #sendBatch(
    endpoint: EndpointId,
    item: EndpointItem,
    circuit: EndpointCircuit,
    batch: { readonly size: number; readonly hops: number; readonly isLimited: boolean },
  ): Promise<boolean> {
    const { backlog, circuits, clock, timings } = this.#parts;
    const now = clock.now();
    if (circuit.drain !== undefined && circuit.drain.at > now) {
      return backlog.setDue(endpoint, item.backlogRev, circuit.drain.at);
    }
    const drain = { at: now + timings.drainStep, size: nextDrainBatch(batch.size) };
    if (!(await circuits.swap(endpoint, item, { ...circuit, drain }))) return false;
    const { rows, more, next } = await this.#due(endpoint, circuit, batch.size);
    await this.#send(rows);
    if (!more && (await backlog.setDue(endpoint, item.backlogRev, next))) {
      await this.#endDrain(endpoint, drain.at);
      const isSoon = next !== undefined && next <= now + 2 * timings.drainStep;
      if (batch.isLimited && (rows.length > 0 || isSoon)) await this.#requestLook(endpoint, batch.hops);
      return true;
    }
    await this.#requestNext(endpoint, batch.hops, timings.drainStep);
    return true;
  }

  async #requestNext(endpoint: EndpointId, hops: number, delay: number): Promise<void> {
    if (hops < mostHops) await this.#parts.recover.send([drainOf(endpoint, delay, hops + 1)]);
  }

  /**
   * Requests another check of the endpoint for the time when the deliveries just sent may be back in the backlog
   * because a limit refused them. The next sweep would come too late. Half of the endpoints start their chain one step
   * later. A limit that a partner's endpoints share allows at most a second's worth of deliveries per step. If all
   * endpoints used the same steps, what the limit allows in the other steps would be lost.
   */
  async #requestLook(endpoint: EndpointId, hops: number): Promise<void> {
    const steps = 2 + (hops === 0 ? bucketOf(endpoint.subscription, 2) : 0);
    await this.#requestNext(endpoint, hops, steps * this.#parts.timings.drainStep);
  }

  /** Ends the drain, which closes the circuit, unless another worker has begun a batch since. */
  async #endDrain(endpoint: EndpointId, at: number): Promise<void> {
    await this.#parts.circuits.change(endpoint, (circuit) => {
      if (circuit.drain?.at !== at) return undefined;
      const closed = { ...circuit };
      delete closed.drain;
      return closed;
    });
  }

  async #due({ subscription }: EndpointId, circuit: EndpointCircuit, limit: number): Promise<Due> {
    const { backlog, clock } = this.#parts;
    const now = clock.now();
    const rows: BacklogRow[] = [];
    let next: number | undefined;
    for await (const row of backlog.rows(subscription, { few: limit })) {
      const due = row.held === true ? now : dueOf(row, circuit);
      if (due > now) next = Math.min(next ?? due, due);
      else if (rows.length === limit) return { rows, more: true, next: undefined };
      else rows.push(row);
    }
    return { rows, more: false, next };
  }

  async #send(rows: readonly BacklogRow[]): Promise<void> {
    const { deliver, backlog } = this.#parts;
    if (rows.length === 0) return;
    const messages = rows.map((row) => outgoingDelivery({ ...deliveryMessage.parse(row), parked: true }));
    await deliver.send(messages);
    // The rows are removed after their messages are sent. A delivery that is sent twice is dropped by its claim, but a
    // delivery whose row is removed first would be lost if the worker died before the send.
    await Promise.all(rows.map((row) => backlog.remove(row)));
  }
}

/**
 * The number of deliveries that one step may send: as many as the limits allow in a second, which is at least one.
 * `partnerRate`: the limit per second of the endpoint's partner.
 */
function limitOf(
  { ratePerSecond, maxConcurrency }: Pick<Subscription, "ratePerSecond" | "maxConcurrency">,
  partnerRate: number | undefined,
): number {
  const unlimited = Number.POSITIVE_INFINITY;
  const rate = Math.min(ratePerSecond ?? unlimited, partnerRate ?? unlimited);
  // A fractional rate is rounded up, because a batch has whole rows. A delivery beyond the limit returns to the
  // backlog.
  return Math.min(Math.ceil(rate), maxConcurrency ?? unlimited);
}

/**
 * The size of the next batch. A batch that is already larger than `largestBatch` is followed by one of the same size.
 */
function nextDrainBatch(size: number): number {
  return Math.max(Math.min(Math.ceil(size * growth), largestBatch), size);
}
