import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { newCircuit } from "../endpoint/endpoint-circuit.ts";
import { dueShardOf, dueShards, type EndpointId, type EndpointItem, endpointOf } from "../endpoint/endpoint-item.ts";
import type { UnhealthyEndpoints } from "../endpoint/unhealthy-endpoints.ts";
import type { PullQueue } from "../pull/pull-queue.ts";
import type { Backlog } from "./backlog.ts";
import type { BacklogRelease } from "./backlog-release.ts";
import { drainOf, type RecoverMessage } from "./recover-message.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<TableReader, "queryIndex">;
  readonly subscriptions: Pick<SubscriptionStore, "find">;
  readonly backlog: Pick<Backlog, "endpoint" | "forget">;
  readonly health: Pick<CircuitStore, "halt" | "resume">;
  readonly release: Pick<BacklogRelease, "once">;
  readonly unhealthy: Pick<UnhealthyEndpoints, "look">;
  /** The same two for ordered subscriptions. */
  readonly ordered: {
    readonly release: Pick<BacklogRelease, "once">;
    readonly unhealthy: Pick<UnhealthyEndpoints, "look">;
  };
  readonly pull: Pick<PullQueue, "expire">;
  readonly recover: QueueSender;
  readonly clock: Clock;
};

/** Passes over an endpoint that changes meanwhile; after them the next sweep finds it. */
const passes = 4;

/** Looks after endpoints that have something due: brings deliveries back from the backlog, and probes what is unhealthy. */
export class Recovery {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(message: RecoverMessage): Promise<void> {
    if (message.kind === "sweep") await this.#sweep();
    else await this.#drain(message, message.hops);
  }

  async #sweep(): Promise<void> {
    const { table, clock, recover } = this.#parts;
    const upTo = clock.now();
    for (let shard = 0; shard < dueShards; shard += 1) {
      let page = await table.queryIndex({ index: "due", partition: dueShardOf(shard), upTo });
      for (;;) {
        if (page.items.length > 0) await recover.send(page.items.map((key) => drainOf(endpointOf(key))));
        const after = page.items.at(-1);
        if (!page.more || after === undefined) break;
        page = await table.queryIndex({ index: "due", partition: dueShardOf(shard), upTo, after });
      }
    }
  }

  async #drain({ partner, subscription }: EndpointId, hops = 0): Promise<void> {
    const { backlog, clock } = this.#parts;
    for (let pass = 0; pass < passes; pass += 1) {
      const item = await backlog.endpoint({ partner, subscription });
      // The index that named it may be stale.
      if (item.due === undefined || item.due > clock.now()) return;
      if (await this.#lookAfter({ partner, subscription }, item, hops)) return;
    }
  }

  /** False where it is to be read and looked at again. */
  async #lookAfter(endpoint: EndpointId, item: EndpointItem, hops: number): Promise<boolean> {
    const { subscriptions, backlog, health, ordered, pull } = this.#parts;
    const subscription = await subscriptions.find(endpoint.partner, endpoint.subscription);
    if (subscription === undefined) {
      await backlog.forget(endpoint, item.parkRev);
      return true;
    }
    const { state } = item.health ?? newCircuit;
    // The subscription's status holds; whoever changed it may have died before the endpoint heard of it.
    if (subscription.status === "disabled" && state !== "disabled") {
      await health.halt(endpoint);
      return false;
    }
    if (subscription.status === "active" && state === "disabled") {
      await health.resume(endpoint);
      return false;
    }
    if (subscription.kind === "pull") return pull.expire(endpoint, item);
    const { release, unhealthy } = subscription.ordered === true ? ordered : this.#parts;
    return state === "healthy"
      ? release.once(endpoint, item, subscription, hops)
      : unhealthy.look(endpoint, item, subscription);
  }
}
