import * as z from "zod";
import { deliveryGroup } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import type { Condition, Table } from "../../kernel/ports/table.ts";
import { type DrainPosition, type EndpointId, type EndpointItem, endpointKey } from "../endpoint/endpoint-item.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly recover: QueueSender;
  /** Returns the share of the full rate at which drains may run now. */
  readonly pace: (() => number) | undefined;
};

/**
 * The longest chain of drains in which each requests the next; after it, a sweep begins a new chain. Lambda's own limit
 * of 16 hops is turned off for the function that handles these messages, so only this limit ends a chain that a bug
 * makes endless.
 */
export const mostHops = 500;

/**
 * The most deliveries that this process's drains send and remove at a time. On a single machine, their writes share one
 * commit, and live deliveries wait until it ends.
 */
export const portion = 100;

/** The most deliveries per `drainStep` that this process's drains send to all endpoints of one partner together. */
const mostPerStep = 2_000;

/**
 * While the thread is busy, drains run at no less than this share of their full rate. Replays may slow down further,
 * because they aren't live traffic.
 */
const leastShare = 0.25;

/** A batch of up to this many deliveries is so cheap that it doesn't wait for a busy host. */
const smallBatch = 50;

/** The longest pause between two drains of an endpoint, in steps (`drainStep`). */
const longestPause = 60;

/** Spaces out drains. Without pauses, a long backlog or many recovering endpoints would use all capacity. */
export class DrainTurns {
  readonly #parts: Parts;
  /** By partner, the endpoints that were drained since `#since`. `#before` contains those of the previous period. */
  #recent = new Map<string, Set<string>>();
  #before = new Map<string, Set<string>>();
  #since = 0;
  #underWay = 0;
  readonly #waiting: { readonly rows: number; readonly begin: () => void }[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The pause (ms) after a drain of up to `size` deliveries. It grows if this process's drains for the partner, which
   * send at most `quota` per second, would exceed `mostPerStep`. A busy host lengthens the pause only for large
   * batches. If small batches also waited, an endpoint with a low limit would get less than its limit allows.
   */
  pauseAfter(size: number, { partner, subscription }: EndpointId, quota = Number.POSITIVE_INFINITY): number {
    const { clock, timings, pace } = this.#parts;
    const now = clock.now();
    const periods = Math.abs(now - this.#since) / (longestPause * timings.drainStep);
    if (periods > 1) {
      this.#before = periods > 2 ? new Map<string, Set<string>>() : this.#recent;
      this.#recent = new Map();
      this.#since = now;
    }
    const recent = this.#recent.get(partner) ?? new Set();
    this.#recent.set(partner, recent.add(subscription));
    const endpoints = Math.max(recent.size, this.#before.get(partner)?.size ?? 0);
    const share = Math.max(pace?.() ?? 1, leastShare);
    const busy = Math.min(1 / share, size / smallBatch);
    const steps = Math.max(1, Math.min(endpoints * size, quota) / mostPerStep, busy);
    return Math.ceil(Math.min(steps, longestPause) * timings.drainStep);
  }

  /**
   * Whether a drain has been requested for later. If its message is lost, the first sweep after `drainAt` begins the
   * drain. A `drainAt` further ahead than the longest pause was stored before the clock was set back.
   */
  isRequested({ drainAt = 0 }: Pick<EndpointItem, "drainAt">): boolean {
    const { clock, timings } = this.#parts;
    const ahead = drainAt - clock.now();
    return ahead > 0 && ahead <= longestPause * timings.drainStep;
  }

  /**
   * Requests the next drain, which begins in `pause` ms. Until then, sweeps begin no drain. If another worker has
   * requested one since `drainAt` was read, does nothing, because that worker's position is equally valid. `hops`: the
   * number of drains before the current one in its chain. At `mostHops`, no message is sent, and the next sweep begins
   * the drain.
   */
  async requestNext(
    endpoint: EndpointId,
    { drainAt }: Pick<EndpointItem, "drainAt">,
    next: { readonly pause: number; readonly hops: number; readonly from: DrainPosition | undefined },
  ): Promise<void> {
    const { table, clock } = this.#parts;
    const { pause, hops, from } = next;
    const at = clock.now() + (hops < mostHops ? pause : 0);
    const unchanged: Condition = [
      drainAt === undefined
        ? { attribute: "drainAt", is: "absent" }
        : { attribute: "drainAt", is: "equal", value: drainAt },
      // An endpoint that was forgotten in the meantime must not be recreated.
      { attribute: "partner", is: "present" },
    ];
    const outcome = await table.update({
      key: endpointKey(endpoint),
      ...(from === undefined
        ? { set: { drainAt: at }, remove: ["drainFrom"] }
        : { set: { drainAt: at, drainFrom: from } }),
      when: unchanged,
    });
    if (outcome === "written") await this.requestLook(endpoint, pause, hops);
  }

  /** Requests a check of the endpoint after `delay` ms. */
  async requestLook(endpoint: EndpointId, delay: number, hops: number): Promise<void> {
    if (hops < mostHops) await this.#parts.recover.send([drainOf(endpoint, delay, hops + 1)]);
  }

  /**
   * Runs `work`, which sends and removes `rows` deliveries, when this process's drains have capacity for them. Without
   * a limit, the writes of all drains would share one commit, which would block the thread for too long.
   */
  async inTurn(rows: number, work: () => Promise<void>): Promise<void> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ rows, begin });
      this.#beginNext();
    });
    try {
      await work();
    } finally {
      this.#underWay -= rows;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (this.#underWay > 0 && this.#underWay + next.rows > portion) return;
      this.#waiting.shift();
      this.#underWay += next.rows;
      next.begin();
    }
  }
}

/**
 * `sweep` finds endpoints with something due, and `drain` handles one. `hops`: the number of earlier drains in its
 * chain.
 */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string(), hops: z.int().exactOptional() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;

export function drainOf({ partner, subscription }: EndpointId, delay = 0, hops = 0): OutgoingMessage {
  const message: RecoverMessage = { kind: "drain", partner, subscription, ...(hops > 0 && { hops }) };
  return { body: JSON.stringify(message), group: deliveryGroup(message), delaySeconds: Math.ceil(delay / 1_000) };
}
