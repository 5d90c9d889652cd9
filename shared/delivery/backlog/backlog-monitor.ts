import type { Context } from "../../kernel/context.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import { kindOf } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { dueEndpoints, type EndpointItem, endpointOf, readEndpoint } from "../endpoint/endpoint-item.ts";
import type { Backlog } from "./backlog.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly backlog: Pick<Backlog, "rows">;
  /** Counts endpoints, within the limit of {@link countedOf} for each partner. Called only while many are open. */
  readonly countEndpoints: () => Promise<number>;
};

/**
 * If fewer open endpoints than this are counted ({@link countedOf}), the recorded percentage is 0, because the cause
 * then lies with the partners.
 */
const manyOpen = 10;

/** At most this many backlogs are searched for their oldest event: those that have waited the longest. */
const backlogsRead = 20;
/**
 * The most rows that are read from each backlog. One row isn't enough: an ordered subscription's rows are sorted by
 * record, so the first one may not be the oldest.
 */
const rowsRead = 20;
/** If a healthy endpoint's drain is overdue by more than this (ms), its backlog counts as stuck. */
const overdue = 5 * 60_000;

export class BacklogMonitor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called at each sweep; measures once per `backlogMonitorPeriod`. */
  async sweep(): Promise<void> {
    const { clock, timings } = this.#parts;
    if (clock.now() % timings.backlogMonitorPeriod < timings.tick) await this.measure();
  }

  /** Reads only endpoints with a due time, so a healthy endpoint without a backlog costs nothing. */
  async measure(): Promise<void> {
    const { clock, metrics, countEndpoints } = this.#parts;
    const now = clock.now();
    let paused = 0;
    const openOf = new Map<string, number>();
    const waiting: { readonly subscription: string; readonly since: number }[] = [];
    for await (const { key, item } of this.#endpoints()) {
      const { state, since } = item.circuit;
      const { partner, subscription } = endpointOf(key);
      if (state === "open") openOf.set(partner, (openOf.get(partner) ?? 0) + 1);
      if (state === "paused") paused += 1;
      const { due = now } = item;
      if (state === "open" || state === "paused") waiting.push({ subscription, since });
      else if (state === "healthy" && due < now - overdue) waiting.push({ subscription, since: due });
    }
    metrics.record("endpoints.open", sum([...openOf.values()]));
    const counted = sum([...openOf].map(([partner, open]) => countedOf(partner, open)));
    metrics.record(
      "endpoints.open_percent",
      counted < manyOpen ? 0 : (100 * counted) / Math.max(counted, await countEndpoints()),
    );
    metrics.record("endpoints.paused", paused);
    const longest = waiting.sort((one, other) => one.since - other.since).slice(0, backlogsRead);
    const ages = await Promise.all(longest.map(({ subscription }) => this.#oldestIn(subscription, now)));
    metrics.record("backlog.age_seconds", Math.max(0, ...ages) / 1_000);
  }

  async *#endpoints(): AsyncGenerator<{ readonly key: Key; readonly item: EndpointItem }> {
    const { table } = this.#parts;
    for await (const keys of dueEndpoints(table)) {
      const items = await table.getAll(keys);
      for (const [position, key] of keys.entries()) yield { key, item: readEndpoint(items[position], key) };
    }
  }

  /** How long ago (ms) the oldest of the first `rowsRead` events was detected. */
  async #oldestIn(subscription: string, now: number): Promise<number> {
    let [oldest, read] = [now, 0];
    for await (const { event } of this.#parts.backlog.rows(subscription, { few: rowsRead })) {
      oldest = Math.min(oldest, detectedAtOf(event) ?? now);
      read += 1;
      if (read === rowsRead) break;
    }
    return now - oldest;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The maximum number of one partner's endpoints that count towards `endpoints.open_percent`. Without this limit, a
 * single partner could trigger the metric's alarm at will.
 */
const ofPartner = 4;

/** The operator's own endpoints all count. */
function countedOf(partner: string, endpoints: number): number {
  return partner === operatorPartner ? endpoints : Math.min(endpoints, ofPartner);
}

/** Reads every subscription. Pull subscriptions have no endpoint. */
export async function countEndpoints(partners: PartnerRegistry, subscriptions: SubscriptionStore): Promise<number> {
  const ids = [operatorPartner];
  for await (const { id } of partners.all()) ids.push(id);
  let count = 0;
  for (const partner of ids) {
    let own = 0;
    for await (const subscription of subscriptions.all(partner)) {
      if (subscription.status === "active" && kindOf(subscription) !== "pull") own += 1;
    }
    count += countedOf(partner, own);
  }
  return count;
}
