import type { EndpointCondition, EndpointReports } from "../../delivery/backlog/endpoint-report.ts";
import { isFailing } from "../../delivery/endpoint/acknowledgement.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
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

/** After this many subscriptions, no further partner is read. `more` is true if partners or subscriptions are left. */
const counted = 1_000;
/**
 * If at least this many subscriptions are read, the result is reused for `lasts` (ms): the portal asks every few
 * seconds.
 */
const many = 100;
const lasts = 10_000;

const named = 20;

export type FailingEndpoint = {
  readonly subscription: Subscription;
  readonly endpoint: EndpointCondition;
  /** Absent for an operator's own endpoint. */
  readonly partnerName?: string;
};

export type FoundEndpoints = {
  /** The number of unacknowledged endpoints, by kind. */
  readonly attention: readonly Attention[];
  /** Unacknowledged endpoints come first. Within each group, the longest failing come first. */
  readonly failing: readonly FailingEndpoint[];
};

export class EndpointAttention {
  readonly #parts: Parts;
  #last: { readonly at: number; readonly found: FoundEndpoints } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async find(): Promise<FoundEndpoints> {
    const now = this.#parts.clock.now();
    if (this.#last !== undefined && Math.abs(now - this.#last.at) < lasts) return this.#last.found;
    const { found, looked } = await this.#look();
    this.#last = looked >= many ? { at: now, found } : undefined;
    return found;
  }

  /** Makes the next {@link find} read again. */
  forget(): void {
    this.#last = undefined;
  }

  async #look(): Promise<{ readonly found: FoundEndpoints; readonly looked: number }> {
    const { subscriptions, endpoints, partners } = this.#parts;
    const page = await partners.list({ limit: counted });
    const all: FailingEndpoint[] = [];
    let more = page.more;
    for (const { id, name: partnerName } of [{ id: operatorPartner, name: undefined }, ...page.items]) {
      if (all.length >= counted) {
        more = true;
        break;
      }
      const theirs = await subscriptions.list(id, { limit: counted });
      more ||= theirs.more;
      const conditions = await endpoints.conditionsOf(theirs.items);
      all.push(...conditions.map((one) => ({ ...one, ...defined({ partnerName }) })));
    }
    const failing = all
      .filter(({ subscription, endpoint }) => isFailing(subscription, endpoint))
      .toSorted((one, other) => rankOf(one) - rankOf(other) || sinceOf(one) - sinceOf(other));
    const summary = (kind: AttentionKind, those: readonly FailingEndpoint[]) => {
      const since = Math.min(...those.map(sinceOf));
      const found = { count: those.length, ...(more && { more: true as const }) };
      return those.length === 0 ? [] : [attentionOf(kind, { ...found, ...(Number.isFinite(since) && { since }) })];
    };
    const unknown = failing.filter(({ endpoint }) => endpoint.acknowledged === undefined);
    const isDisabled = ({ subscription }: FailingEndpoint) => subscription.status === "disabled";
    const attention = [
      ...summary(
        "endpoints_failing",
        unknown.filter((one) => !isDisabled(one)),
      ),
      ...summary("endpoints_disabled", unknown.filter(isDisabled)),
    ];
    return { found: { attention, failing: failing.slice(0, named) }, looked: all.length };
  }
}

const rankOf = ({ endpoint }: FailingEndpoint): number => (endpoint.acknowledged === undefined ? 0 : 1);
const sinceOf = ({ endpoint }: FailingEndpoint): number => endpoint.since ?? Number.POSITIVE_INFINITY;
