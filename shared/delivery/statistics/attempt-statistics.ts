import type { TableContext } from "../../kernel/context.ts";
import type { Key } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import {
  type CountedAttempt,
  countersOf,
  type EndpointStatistics,
  readStatistics,
  statisticsExpiry,
  statisticsKey,
  statisticsKeys,
} from "./statistics-item.ts";
import { SeriesBuilder, type SeriesRange, type StatisticsSeries } from "./statistics-series.ts";

type Pending = { readonly key: Key; readonly expiresAt: number; readonly add: Record<string, number> };

/** The shortest time (ms) between two writes for one endpoint. */
const writeGap = 60_000;

/**
 * A process earns one write for every `attemptsPerWrite` attempts and another for every `msPerWrite` ms. Each write
 * stores the counts of one endpoint. So statistics stay a small part of the bill, however many endpoints there are.
 * Unused writes accumulate up to `mostSaved`, so a quiet process writes immediately.
 */
const attemptsPerWrite = 20;
const msPerWrite = 5_000;
const mostSaved = 30;

/**
 * The maximum number of endpoints with unwritten counts. Once it is reached, attempts to other endpoints aren't counted
 * until some counts have been written.
 */
const mostPending = 10_000;

/** DynamoDB reads at most 100 items per request, and each subscription has up to five. */
const subscriptionsPerRead = 20;
/** Thirty days have 121 items, each of up to 11 KB. */
const itemsPerRead = 20;
/**
 * How many items one turn of the event loop adds up, in about a millisecond. An item has up to 936 counters, and on a
 * single machine, all requests share a thread.
 */
const itemsPerTurn = 8;

/**
 * Counts attempts in the process's memory and adds the counts to the table from time to time. If a process dies, its
 * unwritten counts are lost. The figures may lag by a minute, or longer if the process handles no further batch or very
 * many endpoints get few deliveries each. No decision depends on them.
 */
export class AttemptStatistics {
  readonly #parts: TableContext;
  readonly #turn = new WorkTurn(itemsPerTurn);
  readonly #pending = new Map<string, Map<string, Pending>>();
  /** Endpoints whose counts may be written now, the longest waiting first. */
  readonly #ready = new Set<string>();
  /** When each endpoint's counts were last written (unix ms), if less than {@link writeGap} ago; oldest first. */
  readonly #written = new Map<string, number>();
  #writes = mostSaved;
  #savedAt: number;

  constructor(parts: TableContext) {
    this.#parts = parts;
    this.#savedAt = parts.clock.now();
  }

  count(subscription: string, attempt: CountedAttempt): void {
    if (this.#pending.size >= mostPending && !this.#pending.has(subscription)) return;
    const key = statisticsKey(subscription, attempt.at);
    const items = this.#pending.get(subscription) ?? new Map<string, Pending>();
    const pending = items.get(key.sk) ?? { key, expiresAt: statisticsExpiry(attempt.at), add: {} };
    for (const name of countersOf(attempt)) pending.add[name] = (pending.add[name] ?? 0) + 1;
    items.set(key.sk, pending);
    this.#pending.set(subscription, items);
    if (!this.#written.has(subscription)) this.#ready.add(subscription);
    this.#writes += 1 / attemptsPerWrite;
  }

  /** Never throws, because a count must not make a delivery fail. */
  async flush(): Promise<void> {
    const now = this.#parts.clock.now();
    this.#save(now);
    const due: Pending[] = [];
    for (const subscription of this.#ready) {
      if (this.#writes < 1) break;
      this.#writes -= 1;
      due.push(...(this.#pending.get(subscription)?.values() ?? []));
      this.#ready.delete(subscription);
      this.#pending.delete(subscription);
      this.#written.set(subscription, now);
    }
    await Promise.all(due.map((one) => this.#write(one)));
  }

  async of(subscriptions: readonly string[]): Promise<readonly EndpointStatistics[]> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const found: EndpointStatistics[] = [];
    for (let at = 0; at < subscriptions.length; at += subscriptionsPerRead) {
      const keys = subscriptions.slice(at, at + subscriptionsPerRead).map((one) => statisticsKeys(one, now));
      const items = await table.getAll(keys.flat(), { consistent: false });
      let read = 0;
      for (const { length } of keys) {
        const own = items.slice(read, read + length).filter((item) => item !== undefined);
        read += length;
        found.push(
          await this.#turn.take(() => {
            this.#turn.count(own.length);
            return readStatistics(own, now);
          }),
        );
      }
    }
    return found;
  }

  /** Leaves out the part of `range` before the subscription was created. */
  async seriesOf(
    { id, createdAt }: { readonly id: string; readonly createdAt: number },
    range: SeriesRange,
  ): Promise<StatisticsSeries> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const builder = new SeriesBuilder(range, createdAt, now);
    const keys = statisticsKeys(id, now, builder.oldest);
    for (let at = 0; at < keys.length; at += itemsPerRead) {
      for (const item of await table.getAll(keys.slice(at, at + itemsPerRead), { consistent: false })) {
        if (item === undefined) continue;
        await this.#turn.take(() => {
          this.#turn.count(1);
          builder.add(item);
        });
      }
    }
    return builder.series();
  }

  /**
   * Credits the writes that the time since the last call allows, and finds endpoints whose counts may be written again.
   */
  #save(now: number): void {
    this.#writes = Math.min(this.#writes + Math.max(now - this.#savedAt, 0) / msPerWrite, mostSaved);
    this.#savedAt = now;
    for (const [subscription, at] of this.#written) {
      if (Math.abs(now - at) < writeGap) break;
      this.#written.delete(subscription);
      if (this.#pending.has(subscription)) this.#ready.add(subscription);
    }
  }

  async #write({ key, expiresAt, add }: Pending): Promise<void> {
    try {
      await this.#parts.table.update({ key, set: { expiresAt }, add });
    } catch (failure) {
      // The write isn't retried: it may have succeeded, and a retry would then add the counts twice.
      const reason = failure instanceof Error ? failure.message : "unknown";
      this.#parts.logger.warn("endpoint.statistics_unwritten", { item: key.pk, reason });
    }
  }
}
