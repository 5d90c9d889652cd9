import type { EndpointCondition, EndpointReports } from "../../delivery/backlog/endpoint-report.ts";
import type { Context } from "../../kernel/context.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { type Attention, type AttentionKind, attentionOf } from "./attention-schema.ts";

type Parts = Context & {
  readonly subscriptions: SubscriptionStore;
  readonly endpoints: EndpointReports;
  readonly partners: PartnerRegistry;
};

/** The maximum number of subscriptions that are read. If there are more, `more` is true. */
const counted = 1_000;
/**
 * The minimum number of subscriptions for which a result is reused. It is reused for `lasts` ms, because the portal
 * asks every few seconds.
 */
const many = 100;
const lasts = 10_000;

/** Finds the failing and disabled endpoints of all partners. */
export class EndpointAttention {
  readonly #parts: Parts;
  #last: { readonly at: number; readonly found: readonly Attention[] } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async find(): Promise<readonly Attention[]> {
    const now = this.#parts.clock.now();
    if (this.#last !== undefined && Math.abs(now - this.#last.at) < lasts) return this.#last.found;
    const { found, looked } = await this.#look();
    this.#last = looked >= many ? { at: now, found } : undefined;
    return found;
  }

  async #look(): Promise<{ readonly found: readonly Attention[]; readonly looked: number }> {
    const { subscriptions, endpoints, partners } = this.#parts;
    const page = await partners.list({ limit: counted });
    const all: { subscription: Subscription; endpoint: EndpointCondition }[] = [];
    let more = page.more;
    for (const partner of [operatorPartner, ...page.items.map(({ id }) => id)]) {
      if (all.length >= counted) {
        more = true;
        break;
      }
      const theirs = await subscriptions.list(partner, { limit: counted });
      more ||= theirs.more;
      all.push(...(await endpoints.conditionsOf(theirs.items)));
    }
    const isDisabledByUs = all.filter(({ subscription: { status, disabledReason } }) => {
      return status === "disabled" && disabledReason !== "owner";
    });
    const failing = all.filter(({ endpoint: { state } }) => state === "open" || state === "paused");
    const summary = (kind: AttentionKind, those: typeof all) => {
      const sinces = those.flatMap(({ endpoint: { since } }) => since ?? []);
      const since = sinces.length === 0 ? undefined : Math.min(...sinces);
      return those.length === 0
        ? []
        : [attentionOf(kind, { count: those.length, since, ...(more && { more: true as const }) })];
    };
    const found = [...summary("endpoints_failing", failing), ...summary("endpoints_disabled", isDisabledByUs)];
    return { found, looked: all.length };
  }
}
