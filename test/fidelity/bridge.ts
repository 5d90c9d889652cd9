import { createContainer, replaced } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { pollParts } from "../../functions/runtime/services/polling.ts";
import { publishParts } from "../../functions/runtime/services/publishing.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import { sourceHttp } from "../../functions/runtime/services/source-client.ts";
import type { Key } from "../../shared/kernel/ports/table.ts";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";
import { type PollParts, pollFeeds } from "../../shared/polling/visits/poll-feeds.ts";
import { type PublishParts, publishChanges, type StreamChange } from "../../shared/publishing/publish-changes.ts";
import { eventKeyOf } from "../../shared/publishing/stored-event.ts";
import { classPolicies, perMessage } from "../../shared/schedule/budget/class-policy.ts";
import { type Feed, type FeedKind, feedIdOf } from "../../shared/schedule/feeds/feed.ts";
import { classOf, feedKinds } from "../../shared/schedule/feeds/feed-kinds.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { feedsOfInstance, ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { memoryEngine } from "../support/memory-engine.ts";
import { MemoryTable, type MemoryTableOptions } from "../support/memory-table.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import type { Owner } from "./source/document-source.ts";
import type { FakeSource } from "./source/fake-source.ts";

const instance = "acme";
/** In a class whose requested feeds share what is left of the budget. */
const plenty = 20_000;
/** The visits in a row after which an unfinished feed is left to the next poll. */
const mostVisits = 60;

/** An event's text on the bus, and as it is stored for webhooks. */
export type Published = { readonly text: string };

function eventKey(id: string): Key {
  const key = eventKeyOf(instance, id);
  if (key === undefined) throw new Error(`${id} is no id of an event`);
  return key;
}

/**
 * The real bridge, from a feed's visit to the event bus, on a clock that only moves on request. The caller chooses
 * which feeds are visited, and when.
 */
export class Bridge {
  readonly clock: FakeClock;
  readonly logger = new SilentLogger();
  readonly #published: Published[] = [];
  readonly #changes: StreamChange[] = [];
  readonly #table: (name: TableName) => MemoryTable;
  readonly #polling: PollParts;
  readonly #publishing: PublishParts;
  readonly #register: () => Promise<unknown>;

  constructor(source: FakeSource, clock: FakeClock, seed: number, timings: Partial<Timings>) {
    this.clock = clock;
    const open = (name: TableName) => {
      const onChange: MemoryTableOptions["onChange"] = (change) =>
        void this.#changes.push({ sequenceNumber: "1", ...change });
      return new MemoryTable(name, tables[name].streamed ? { onChange } : {});
    };
    const { logger } = this;
    const settings = { timings: { ...defaultTimings, ...timings } };
    const memory = memoryEngine({ open, clock, logger, randomness: new SeededRandomness(seed), settings });
    this.#table = memory.table;
    const engine: Engine = {
      ...memory,
      bus: {
        publish: async (entries) => {
          for (const { id, detail } of entries) {
            const [stored] = await this.#table("events").getAll([eventKey(id)]);
            if (stored?.["body"] !== detail)
              throw new Error(`event ${id} is stored as another text than it is on the bus`);
            this.#published.push({ text: detail });
          }
          return { refused: [] };
        },
      },
    };
    const { get } = createContainer(
      engine,
      replaced(sourceHttp, () => ({ send: async (asked) => ({ outcome: "answered", ...source.answer(asked) }) })),
    );
    this.#polling = get(pollParts);
    this.#publishing = get(publishParts);
    const credentials = { clientId: "c", clientSecret: "s" };
    this.#register = () =>
      get(instanceRegistry).register({ name: instance, credentials, requestsPerSecond: 1e6, now: clock.now() });
  }

  async connect(): Promise<void> {
    await this.#register();
    await new FeedStore(this.#table("feeds")).putIfAbsent(feedsOfInstance(instance, []));
  }

  /** Visits each feed of these kinds, one after the other, until it has nothing more to read. */
  async poll(kinds: readonly FeedKind[]): Promise<void> {
    for (const kind of kinds) {
      const { feeds } = feedKinds[kind];
      if (feeds === "perOwner") throw new Error(`${kind} has owners`);
      for (const query of feeds) await this.#visit(feedIdOf({ instance, kind, query: { ...query } }), kind);
    }
  }

  async pollOwner(owner: Owner): Promise<void> {
    const { feedId } = ownerFeed(instance, owner);
    await this.#visit(feedId, "owner");
  }

  async putOwner(owner: Owner): Promise<void> {
    await new FeedStore(this.#table("feeds")).putIfAbsent([ownerFeed(instance, owner)]);
  }

  async feedsLike(kind: FeedKind): Promise<readonly Feed[]> {
    const { feeds } = feedKinds[kind];
    if (feeds === "perOwner") return [];
    return new FeedStore(this.#table("feeds")).loadAll(
      feeds.map((query) => feedIdOf({ instance, kind, query: { ...query } })),
    );
  }

  /** What was published since the last call. */
  take(): readonly Published[] {
    return this.#published.splice(0);
  }

  async #visit(feedId: string, kind: FeedKind): Promise<void> {
    const { perRequested, mostRequested } = classPolicies[classOf(kind)];
    const allowance = perMessage + (perRequested === "rest" ? plenty : (mostRequested ?? perRequested));
    for (let visit = 0; visit < mostVisits; visit += 1) {
      this.logger.lines.splice(0);
      const startBy = this.clock.now() + 60_000;
      await pollFeeds(this.#polling, { instance, feedIds: [feedId], allowance, startBy });
      await this.#publish();
      const fields = this.logger.lines.findLast(({ event }) => event === "poll.done")?.fields;
      if (fields?.["yielded"] !== 1) return;
      this.clock.advance(15_000);
    }
  }

  async #publish(): Promise<void> {
    const changes = this.#changes.splice(0);
    if (changes.length === 0) return;
    const { failedFrom } = await publishChanges(changes, this.#publishing);
    if (failedFrom !== undefined) throw new Error(`a change of the mirror can't be published`);
  }
}
