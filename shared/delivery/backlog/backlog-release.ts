import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { type EndpointCircuit, newCircuit } from "../endpoint/endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import type { Backlog, BacklogRow } from "./backlog.ts";
import { drainBatchOf, nextDrainBatch } from "./drain-batch.ts";
import { drainOf } from "./recover-message.ts";

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "remove" | "settle">;
  readonly health: Pick<CircuitStore, "swap" | "change">;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "drainStep">;
  /** Deliveries one drain sends before it hands on to the next: a function's time is limited, a backlog isn't. */
  readonly limit: number;
};

/**
 * Drains that may follow one another by messages of our own; the next sweep begins a new chain. Lambda's own end of such
 * chains, after 16 hops, is turned off for us, so no fault of ours may make an endless one.
 */
export const mostHops = 500;

type Due = {
  readonly rows: readonly BacklogRow[];
  readonly more: boolean;
  /** When (unix ms) the earliest of the others is due; known once all were read. */
  readonly next: number | undefined;
};

/** Sends what a healthy endpoint's backlog has due, the oldest event first; after an outage in portions that grow. */
export class BacklogRelease {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False where something was parked meanwhile and the endpoint is to be looked at again. */
  async once(endpoint: EndpointId, item: EndpointItem, settings: Subscription, hops = 0): Promise<boolean> {
    const { health = newCircuit } = item;
    const portion = drainBatchOf(health, settings);
    return portion === undefined
      ? this.#all(endpoint, item, health, hops)
      : this.#portion(endpoint, item, health, { size: portion, hops });
  }

  async #all(endpoint: EndpointId, { parkRev }: EndpointItem, health: EndpointCircuit, hops: number): Promise<boolean> {
    const { backlog, limit } = this.#parts;
    const { rows, more, next } = await this.#due(endpoint, health, limit);
    await this.#send(rows);
    if (!more) return backlog.settle(endpoint, parkRev, next);
    await this.#goOn(endpoint, hops, 0);
    return true;
  }

  /** One portion per step, whoever sends it; the next one is asked for at once, to come when the step is over. */
  async #portion(
    endpoint: EndpointId,
    item: EndpointItem,
    health: EndpointCircuit,
    portion: { readonly size: number; readonly hops: number },
  ): Promise<boolean> {
    const { backlog, health: store, clock, timings } = this.#parts;
    const now = clock.now();
    if (health.drain !== undefined && health.drain.at > now) {
      return backlog.settle(endpoint, item.parkRev, health.drain.at);
    }
    const drain = { at: now + timings.drainStep, size: nextDrainBatch(portion.size) };
    if (!(await store.swap(endpoint, item, { ...health, drain }))) return false;
    const { rows, more, next } = await this.#due(endpoint, health, portion.size);
    await this.#send(rows);
    if (!more && (await backlog.settle(endpoint, item.parkRev, next))) {
      await this.#finished(endpoint, drain.at);
      return true;
    }
    await this.#goOn(endpoint, portion.hops, timings.drainStep);
    return true;
  }

  async #goOn(endpoint: EndpointId, hops: number, delay: number): Promise<void> {
    if (hops < mostHops) await this.#parts.recover.send([drainOf(endpoint, delay, hops + 1)]);
  }

  async #finished(endpoint: EndpointId, at: number): Promise<void> {
    await this.#parts.health.change(endpoint, (standing) => {
      if (standing.drain?.at !== at) return undefined;
      const rest = { ...standing };
      delete rest.drain;
      return rest;
    });
  }

  async #due({ subscription }: EndpointId, { stopped }: EndpointCircuit, limit: number): Promise<Due> {
    const { backlog, clock } = this.#parts;
    const now = clock.now();
    const rows: BacklogRow[] = [];
    let next: number | undefined;
    for await (const row of backlog.rows(subscription, { few: limit })) {
      // The clock that a message waits by stood still while its endpoint was paused or disabled.
      const due = row.held === true ? now : row.due + (stopped - (row.stopped ?? 0));
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
    // After the sends: what is sent twice is dropped by its claim, what is removed unsent would be lost.
    await Promise.all(rows.map((row) => backlog.remove(row)));
  }
}
