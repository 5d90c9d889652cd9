import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../../../shared/kernel/json.ts";
import { defaultTimings, type Timings } from "../../../../shared/kernel/timings.ts";
import type { FeedReader, VisitEnd } from "../../../../shared/polling/feed-reader.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { type RecordPage } from "../../../../shared/polling/observe/observed.ts";
import type { RecordSink } from "../../../../shared/polling/observe/record-sink.ts";
import { createQuarantineRetry } from "../../../../shared/polling/quarantine/retry-quarantined.ts";
import { PageSizes } from "../../../../shared/polling/rows/page-sizes.ts";
import type { Stall } from "../../../../shared/polling/visits/feed-status.ts";
import { FeedTally } from "../../../../shared/polling/visits/feed-tally.ts";
import { RecentVisits } from "../../../../shared/polling/visits/recent-visits.ts";
import { visitFeed } from "../../../../shared/polling/visits/visit-feed.ts";
import type { Feed, FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";

/** Remembers the pages it was given. */
export class MemoryRecords implements Pick<RecordSink, "observe"> {
  readonly pages: RecordPage[] = [];
  readonly #known = new Set<string>();
  outcome: ObserveOutcome = { outcome: "observed", changed: 0 };

  async observe(page: RecordPage): Promise<ObserveOutcome> {
    if (this.outcome.outcome !== "observed") return this.outcome;
    this.pages.push(page);
    const news = page.rows
      .map(({ id, body }) => `${id} ${JSON.stringify(body)}`)
      .filter((row) => !this.#known.has(row));
    for (const row of news) this.#known.add(row);
    return { ...this.outcome, changed: news.length, news: news.map((row) => row.split(" ")[0] ?? "") };
  }

  get ids(): readonly string[] {
    return this.pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  }
}

export const connectedAt = Date.UTC(2026, 0, 5, 7);

/** One feed in a real feed store, and visits of it. */
export class PollingFixture {
  readonly clock = new FakeClock();
  readonly table = new MemoryTable("feeds");
  readonly store = new FeedStore(this.table);
  readonly records = new MemoryRecords();
  readonly poison: unknown[] = [];
  readonly wanted: string[] = [];
  /** What visits reported about the hints that led to them. */
  readonly learned: [hint: string, right: boolean][] = [];
  readonly reported: (Stall | "recovered")[] = [];
  readonly measured: { readonly [name: string]: number }[] = [];
  readonly pageSizes = new PageSizes(this.table, this.clock);
  readonly tally = new FeedTally();
  readonly recent = new RecentVisits(this.clock);
  readonly logger = new SilentLogger();
  readonly context = testContext({
    clock: this.clock,
    logger: this.logger,
    metrics: { record: (name, value) => void this.measured.push({ [name]: value }) },
  });
  readonly timings: Timings = defaultTimings;
  readonly feed: Feed;
  connected: number | undefined = connectedAt;

  readonly quarantine = {
    keep: async (_instance: string, _feedId: string, rows: readonly unknown[]) => {
      this.poison.push(...rows);
      return rows.length;
    },
    held: async (_feedId: string, rows: readonly unknown[]) =>
      rows.map((row) => this.poison.some((kept) => isDeepStrictEqual(kept, row))),
  };
  readonly schema = { look: async () => undefined };
  /** The context and the sinks that readers take. */
  readonly parts = {
    ...this.context,
    records: this.records,
    quarantine: this.quarantine,
    schema: this.schema,
  };

  constructor(kind: FeedKind, query: { readonly [name: string]: string } = {}, owner?: Feed["owner"]) {
    this.feed = newFeed({ instance: "acme", kind, query: { ...query }, ...(owner !== undefined && { owner }) });
  }

  async stands(): Promise<Feed> {
    await this.store.putIfAbsent([this.feed]);
    const feed = await this.store.load(this.feed.feedId);
    if (feed === undefined) throw new Error("no feed");
    return feed;
  }

  async checkpoint(): Promise<Json | undefined> {
    return (await this.stands()).checkpoint;
  }

  /** One visit with a number of requests. */
  async visit(reader: FeedReader, source: Source, requests = 100): Promise<VisitEnd> {
    const feed = await this.stands();
    let left = requests;
    const bounded =
      <A extends unknown[], R>(ask: (...parameters: A) => Promise<R>) =>
      async (...parameters: A): Promise<R | { readonly outcome: "exhausted" }> => {
        if (left === 0) return { outcome: "exhausted" };
        left -= 1;
        return ask(...parameters);
      };
    return visitFeed(
      {
        ...this.parts,
        feeds: this.store,
        tally: this.tally,
        recent: this.recent,
        pageSizes: this.pageSizes,
        readers: Object.fromEntries([[feed.kind, reader]]) as never,
        walks: { requestWalk: async (_instance, resource) => void this.wanted.push(resource) },
        hints: { learn: async (_instance, hint, right) => void this.learned.push([hint, right]) },
        notices: {
          stalled: async (_feed, stall) => void this.reported.push(stall),
          recovered: async () => void this.reported.push("recovered"),
        },
        retryQuarantined: createQuarantineRetry({
          ...this.parts,
          feeds: this.store,
          table: this.table,
        }),
      },
      {
        feed,
        source: { page: bounded((request) => source.page(request)), one: bounded((request) => source.one(request)) },
        beganAt: this.clock.now(),
        connectedAt: this.connected,
        connect: async (asOf) => {
          this.connected ??= asOf;
          return this.connected;
        },
      },
    );
  }
}
