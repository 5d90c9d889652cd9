import type { Context } from "../kernel/context.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { TableReader } from "../kernel/ports/table.ts";
import type { PartnerRegistry } from "../partners/partner-registry.ts";
import type { SubscriptionStore } from "../subscriptions/subscription-store.ts";
import { type Backlog, endBacklog, endedAtOnce } from "./backlog/backlog.ts";
import type { BacklogDrain } from "./backlog/backlog-drain.ts";
import { type DrainTurns, drainOf, type RecoverMessage } from "./backlog/drain-turns.ts";
import type { UnhealthyEndpoints } from "./backlog/unhealthy-endpoints.ts";
import type { CircuitStore } from "./endpoint/circuit-store.ts";
import { dueEndpoints, type EndpointId, type EndpointItem, endpointOf } from "./endpoint/endpoint-item.ts";
import type { EndpointNotices } from "./endpoint/endpoint-notices.ts";
import type { PullQueue } from "./pull/pull-queue.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";

type EndpointCare = {
  readonly drain: Pick<BacklogDrain, "run">;
  readonly unhealthy: Pick<UnhealthyEndpoints, "look">;
};

type Parts = Context &
  EndpointCare & {
    /** The `subscriptions` table. */
    readonly table: TableReader;
    readonly subscriptions: SubscriptionStore;
    readonly partners: PartnerRegistry;
    readonly backlog: Pick<Backlog, "rows" | "drop" | "forget">;
    readonly log: DeliveryLog;
    readonly circuits: CircuitStore;
    readonly notices: EndpointNotices;
    /** For endpoints of ordered subscriptions. */
    readonly ordered: EndpointCare;
    readonly pull: PullQueue;
    readonly turns: DrainTurns;
    readonly recover: QueueSender;
  };

/**
 * How many times an endpoint that keeps changing is checked for one message. After that, the next sweep finds it again.
 */
const passes = 4;

/**
 * Handles endpoints that are due: drains the backlogs of healthy ones, takes the due steps of unhealthy ones, expires
 * pull deliveries, and ends the deliveries of deleted subscriptions.
 */
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
    for await (const keys of dueEndpoints(table, clock.now())) {
      await recover.send(keys.map((key) => drainOf(endpointOf(key))));
    }
  }

  async #drain({ partner, subscription }: EndpointId, hops = 0): Promise<void> {
    const { circuits, clock } = this.#parts;
    for (let pass = 0; pass < passes; pass += 1) {
      const item = await circuits.find({ partner, subscription });
      // The index that named the endpoint may be stale.
      if (item.due === undefined || item.due > clock.now()) return;
      if (await this.#lookAfter({ partner, subscription }, item, hops)) return;
    }
  }

  /** Returns false if the endpoint must be read and checked again. */
  async #lookAfter(endpoint: EndpointId, item: EndpointItem, hops: number): Promise<boolean> {
    const { subscriptions, partners, circuits, notices, ordered, pull } = this.#parts;
    const [subscription, access] = await Promise.all([
      subscriptions.find(endpoint.partner, endpoint.subscription),
      partners.accessOf(endpoint.partner),
    ]);
    if (subscription === undefined) return this.#end(endpoint, item, hops, () => this.#endDeleted(endpoint, item));
    const { state } = item.circuit;
    // The statuses of the subscription and its partner decide, not the circuit: a worker may have died between changing
    // a status and changing the circuit. If the circuit decided, every sweep would send a suspended partner's
    // deliveries, and the sender would hold them again.
    const isServed = subscription.status === "active" && access.isActive;
    if (isServed === (state === "disabled")) {
      const { disabledReason: reason = "owner", status } = subscription;
      if (status === "disabled" && reason !== "owner") await notices.disabled(subscription, reason);
      await circuits.follow(endpoint, isServed);
      return false;
    }
    if (subscription.kind === "pull") return this.#end(endpoint, item, hops, () => pull.expire(endpoint, item));
    const { drain, unhealthy } = subscription.ordered === true ? ordered : this.#parts;
    const owned = { subscription, access };
    return state === "healthy" ? drain.run(endpoint, item, owned, hops) : unhealthy.look(endpoint, item, owned);
  }

  /** Ends some deliveries, and requests the next drain if more are left. Returns false as {@link #lookAfter} does. */
  async #end(
    endpoint: EndpointId,
    item: EndpointItem,
    hops: number,
    endSome: () => Promise<"done" | "more" | "changed">,
  ): Promise<boolean> {
    const { turns } = this.#parts;
    if (turns.isRequested(item)) return true;
    const outcome = await endSome();
    if (outcome === "more") {
      const pause = turns.pauseAfter(endedAtOnce, endpoint);
      await turns.requestNext(endpoint, item, { pause, hops, from: undefined });
    }
    return outcome !== "changed";
  }

  async #endDeleted(endpoint: EndpointId, { backlogRev }: EndpointItem): Promise<"done" | "more"> {
    const outcome = await endBacklog(endpoint.subscription, this.#parts);
    if (outcome === "done") await this.#parts.backlog.forget(endpoint, backlogRev);
    return outcome;
  }
}
