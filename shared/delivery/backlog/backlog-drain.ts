import * as z from "zod";
import { deliveryMessage } from "../../fanout/delivery-message.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { OwnedEndpoint } from "../attempt/endpoint-cache.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { type EndpointCircuit, newCircuit } from "../endpoint/endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import { type Backlog, type BacklogRow, dueOf } from "./backlog.ts";

/** `sweep` looks for endpoints that have something due; `drain` looks after one of them, as the `hops`-th of a chain. */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string(), hops: z.int().exactOptional() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;

/** The message that asks for a drain after `delay` ms. */
export function drainOf({ partner, subscription }: EndpointId, delay = 0, hops = 0): OutgoingMessage {
  const message: RecoverMessage = { kind: "drain", partner, subscription, ...(hops > 0 && { hops }) };
  return { body: JSON.stringify(message), group: subscription, delaySeconds: Math.ceil(delay / 1_000) };
}

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "remove" | "setDue">;
  readonly circuits: Pick<CircuitStore, "swap" | "change">;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "drainStep">;
  /** Deliveries that one drain sends before it hands on to the next: a function's time is limited, a backlog isn't. */
  readonly limit: number;
};

/**
 * How many drains may follow one another by messages of ours; the next sweep begins a new chain. Lambda ends such chains
 * after 16 hops, which is turned off for us, so a fault of ours must not make an endless one.
 */
export const mostHops = 500;

/** After an outage a batch grows by this factor from step to step, up to so many deliveries. */
const growth = 1.2;
const largestBatch = 200;

type Due = {
  readonly rows: readonly BacklogRow[];
  readonly more: boolean;
  /** When (unix ms) the earliest of the other rows is due; known once all were read. */
  readonly next: number | undefined;
};

/**
 * Sends what is due in a healthy endpoint's backlog, the oldest event first: after an outage in batches that grow, and where
 * the endpoint or its partner has a limit, in steps of what that lets through.
 */
export class BacklogDrain {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False if something was added meanwhile, so that the endpoint must be looked at again. */
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

  /** Sends one batch per step, whichever worker it is, and asks for the next one, which comes when the step is over. */
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
   * Has the endpoint looked at again when the last deliveries of its backlog may be back, since a limit may refuse them: the
   * next sweep comes too late. Half of the endpoints begin a step later, because the limit that a partner's endpoints
   * share lets no more through in one step than a second's worth, however little it let through in the one before.
   */
  async #requestLook(endpoint: EndpointId, hops: number): Promise<void> {
    const steps = 2 + (hops === 0 ? bucketOf(endpoint.subscription, 2) : 0);
    await this.#requestNext(endpoint, hops, steps * this.#parts.timings.drainStep);
  }

  /** Closes the circuit, unless another worker has sent a batch meanwhile. */
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
    const messages = rows.map((row): IncomingDelivery => ({ ...deliveryMessage.parse(row), parked: true }));
    await deliver.send(messages.map((message) => ({ body: JSON.stringify(message), group: message.subscription })));
    // After the sends: a delivery that is sent twice is dropped by its claim, one that is removed unsent would be lost.
    await Promise.all(rows.map((row) => backlog.remove(row)));
  }
}

/**
 * How many deliveries one step may send: as many as the limits let begin at once, at least one. `partnerRate` is what the
 * partner of the endpoint may be sent per second.
 */
function limitOf(
  { ratePerSecond, maxConcurrency }: Pick<Subscription, "ratePerSecond" | "maxConcurrency">,
  partnerRate: number | undefined,
): number {
  const unlimited = Number.POSITIVE_INFINITY;
  const rate = Math.min(ratePerSecond ?? unlimited, partnerRate ?? unlimited);
  // Rounded up, since rows are counted: a delivery that is one too many comes back.
  return Math.max(Math.min(Math.ceil(rate), maxConcurrency ?? unlimited), 1);
}

/** A batch that a high limit let begin larger than any after an outage stays as it is. */
function nextDrainBatch(size: number): number {
  return Math.max(Math.min(Math.ceil(size * growth), largestBatch), size);
}
