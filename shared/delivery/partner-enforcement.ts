import type { Context } from "../kernel/context.ts";
import type { Table } from "../kernel/ports/table.ts";
import type { OperationalEvents } from "../mirror/operational-events.ts";
import type { Partner } from "../partners/partner.ts";
import { partnerPartition, pseudoInstanceOf } from "../partners/partner-key.ts";
import type { PartnerRegistry } from "../partners/partner-registry.ts";
import type { Unfinished } from "../subscriptions/projection-intents.ts";
import type { SubscriptionStore } from "../subscriptions/subscription-store.ts";
import { type Backlog, endBacklog } from "./backlog/backlog.ts";
import type { CircuitStore } from "./endpoint/circuit-store.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly partners: PartnerRegistry;
  readonly subscriptions: SubscriptionStore;
  readonly circuits: CircuitStore;
  readonly backlog: Backlog;
  readonly log: DeliveryLog;
  readonly events: OperationalEvents;
};

const pageSize = 50;

/**
 * Applies a partner's registry entry to its subscriptions and endpoints, and sends the notices that wait in the entry.
 * If the partner is being deleted, removes everything that it owns. Each step is idempotent, so an interrupted run can
 * be repeated from the start.
 */
export class PartnerEnforcement {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * `until`: when the caller's time ends (unix ms). A run that isn't complete by then returns the `after` to pass to
   * the next run.
   */
  async enforce(id: string, until: number, after?: string): Promise<"done" | Unfinished> {
    const partner = await this.#parts.partners.find(id);
    if (partner === undefined) return "done";
    await this.#reportNotices(partner);
    if (partner.status !== "deleting") return this.#align(partner, until, after);
    if ((await this.#removeSubscriptions(id, until)) === "more") return { after: undefined };
    await this.#removeRest(id);
    const standing = await this.#parts.partners.find(id);
    if (standing !== undefined) await this.#parts.partners.remove(standing);
    this.#parts.logger.info("partner.deleted", { partner: id });
    return "done";
  }

  /** Each notice has a fixed id, so a notice that is sent twice is one event. */
  async #reportNotices({ id: partner, notices }: Partner): Promise<void> {
    const { events, partners, clock } = this.#parts;
    if (notices.length === 0) return;
    for (const { type, id, data } of notices) {
      await events.report({ instance: pseudoInstanceOf(partner), partner, type, id, data });
    }
    const reported = new Set(notices.map(({ id }) => id));
    await partners.change(partner, clock.now(), (current) => ({
      ...current,
      notices: current.notices.filter(({ id }) => !reported.has(id)),
    }));
  }

  async #align({ id, status }: Partner, until: number, after?: string): Promise<"done" | Unfinished> {
    const { subscriptions, circuits, clock } = this.#parts;
    let last = after;
    for await (const one of subscriptions.all(id, after)) {
      if (clock.now() >= until) return { after: last };
      await subscriptions.reproject(one);
      // When a suspension ends, the endpoint of a subscription that isn't active stays disabled.
      if (status === "suspended" || one.status === "active")
        await circuits.follow({ partner: id, subscription: one.id }, status !== "suspended");
      last = one.id;
    }
    return "done";
  }

  async #removeSubscriptions(id: string, until: number): Promise<"done" | "more"> {
    const { subscriptions, clock } = this.#parts;
    for await (const one of subscriptions.all(id)) {
      await subscriptions.reproject(one);
      if ((await this.#endBacklog(one.id, until)) === "more" || clock.now() >= until) return "more";
      await subscriptions.remove(id, one.id);
    }
    return "done";
  }

  /** Must be called while the subscription still exists: after it is removed, a repeated run can't find its backlog. */
  async #endBacklog(subscription: string, until: number): Promise<"done" | "more"> {
    while ((await endBacklog(subscription, this.#parts)) === "more") {
      if (this.#parts.clock.now() >= until) return "more";
    }
    return "done";
  }

  /** Removes what is left, such as API keys, replays and the data key that seals the partner's secrets. */
  async #removeRest(id: string): Promise<void> {
    const { table } = this.#parts;
    for (;;) {
      const { items } = await table.query({ pk: partnerPartition(id), limit: pageSize });
      if (items.length === 0) return;
      await Promise.all(items.map(({ pk, sk }) => table.remove({ pk, sk })));
    }
  }
}
