import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Table } from "../kernel/ports/table.ts";
import type { EventStore } from "../publishing/event-store.ts";
import type { FeedStore } from "../schedule/feeds/feed-store.ts";
import type { PlanStore } from "../schedule/wheel/plan.ts";
import type { InstanceRegistry } from "../source/instance-registry.ts";
import type { SubscriptionCopies } from "../subscriptions/subscription-copies.ts";
import type { SubscriptionStore } from "../subscriptions/subscription-store.ts";
import type { StatusProbe } from "./status/status-probe.ts";

/** All that the management API works with. */
export type ApiServices = {
  readonly subscriptions: Pick<SubscriptionStore, "create" | "list" | "find" | "update" | "remove">;
  readonly copies: Pick<SubscriptionCopies, "copySubscriptionsTo">;
  readonly instances: Pick<InstanceRegistry, "register" | "list" | "find" | "roomsOf">;
  readonly feeds: Pick<FeedStore, "putIfAbsent" | "loadAll">;
  readonly plans: Pick<PlanStore, "load">;
  readonly events: Pick<EventStore, "list" | "bySubject" | "getMany">;
  /** The `deliveries` table. */
  readonly deliveries: Pick<Table, "query">;
  readonly probe: StatusProbe;
  readonly clock: Clock;
  readonly logger: Logger;
  /** SHA-256 (hex) of the operator's API key. */
  readonly operatorKeyHash: string;
  readonly allowInsecureEndpoints: boolean;
  /** How long deliveries are listed, in ms. */
  readonly deliveryRetention: number;
};
