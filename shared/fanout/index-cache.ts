import type { Context } from "../kernel/context.ts";
import type { ProjectedSubscription } from "../subscriptions/subscription.ts";
import type { SubscriptionProjection } from "../subscriptions/subscription-projection.ts";
import { changedIndex, type InstanceIndex, SubscriptionIndex } from "./subscription-index.ts";

type Parts = Context & {
  readonly projection: SubscriptionProjection;
};

type Entry = {
  readonly version: number;
  readonly builtAt: number;
  /** When all subscriptions were last read. */
  readonly readAt: number;
  readonly subscriptions: ReadonlyMap<string, ProjectedSubscription>;
  readonly index: InstanceIndex;
  /**
   * `base`: the latest full index. `above`: the index of the subscriptions that have changed since `base` was built, or
   * `base` itself if none has. `changed`: the ids of these subscriptions.
   */
  readonly base: SubscriptionIndex;
  readonly changed: ReadonlySet<string>;
  readonly above: SubscriptionIndex;
  readonly basedAt: number;
  /** The minimum time (ms) from `basedAt` until `base` may be rebuilt. */
  readonly rest: number;
};

/** `ids`: the subscriptions that changed since the cached version; undefined if the projection can't tell which. */
type Changes = Awaited<ReturnType<SubscriptionProjection["changesSince"]>> & { readonly builtAt: number };

/** If more subscriptions than this have changed, all subscriptions of the instance are indexed again. */
const mostChanged = 16;

/**
 * Building a full index takes time in proportion to the instance's subscriptions, so the cache pauses between two full
 * indexes. The pause is one millisecond per subscription or per `charactersPerMs` characters of their JSON, whichever
 * is longer, but at most `longestRest` ms. Events wait for the pause to end only if more than `mostChanged`
 * subscriptions have changed, or if the projection can't tell which ones have changed.
 */
const charactersPerMs = 2_048;
const longestRest = 1_000;

/**
 * Keeps a compiled index of each instance's subscriptions. When the projection's version has risen, the cache reads
 * only the subscriptions that have changed. It reads all subscriptions if `registryCache` has passed since it last did
 * so, or if the projection can't tell which ones have changed. If only a few subscriptions have changed, they go into a
 * small index, `above`, on top of the full one. So a partner that keeps changing its subscriptions doesn't delay other
 * partners' events.
 */
export class IndexCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();
  readonly #builds = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(instance: string): Promise<Entry["index"]> {
    const { projection, clock, timings } = this.#parts;
    const asked = clock.now();
    const version = await projection.versionOf(instance);
    for (;;) {
      const known = this.#entries.get(instance);
      const fresh =
        known !== undefined && (known.builtAt >= asked || clock.now() - known.readAt < timings.registryCache);
      if (fresh && known.version >= version) return known.index;
      // Waits instead of using the older index, which may lack a subscription that is older than the event.
      await this.#built(instance, known);
    }
  }

  /**
   * One build runs per instance at a time. If the resulting index is too old for a caller that waited for it, the loop
   * in `of` starts another build.
   */
  #built(instance: string, known: Entry | undefined): Promise<void> {
    const underWay = this.#builds.get(instance);
    if (underWay !== undefined) return underWay;
    const build = this.#build(instance, known).finally(() => this.#builds.delete(instance));
    this.#builds.set(instance, build);
    return build;
  }

  async #build(instance: string, known: Entry | undefined): Promise<void> {
    const { clock, sleeper } = this.#parts;
    let changes = await this.#changes(instance, known);
    const hasFewChanges = known !== undefined && areFew(known, changes);
    const since = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.basedAt;
    // If `since` is negative, the clock was set back. Waiting for the clock to catch up could take hours.
    if (known !== undefined && !hasFewChanges && since >= 0 && since < known.rest) {
      await sleeper.sleep(known.rest - since);
      changes = await this.#changes(instance, known);
    }
    const read = await this.#read(instance, known, changes);
    const { changed, subscriptions } = read;
    if (hasFewChanges && changed !== undefined) {
      const above = this.#indexed(
        instance,
        [...changed].flatMap((id) => subscriptions.get(id) ?? []),
        known,
      );
      const index = changedIndex(known.base, changed, above);
      this.#entries.set(instance, { ...known, ...read, changed, above, index });
      return;
    }
    const base = this.#indexed(instance, [...subscriptions.values()], known);
    const rest = Math.min(longestRest, Math.max(subscriptions.size, base.size / charactersPerMs));
    const entry = { ...read, changed: new Set<string>(), index: base, base, above: base, basedAt: read.builtAt, rest };
    this.#entries.set(instance, entry);
  }

  /**
   * The version must be read before the subscriptions, because writers raise the version after they write
   * subscriptions. If it were read afterwards, it could be newer than the subscriptions in the index, and a new
   * subscription would miss events until the index expires.
   */
  async #changes(instance: string, known: Entry | undefined): Promise<Changes> {
    const { projection, clock } = this.#parts;
    const builtAt = clock.now();
    return { ...(await projection.changesSince(instance, known?.version ?? 0)), builtAt };
  }

  /** `changed`: the ids of the subscriptions that have changed since `base`; undefined if all were read. */
  async #read(instance: string, known: Entry | undefined, { version, ids, builtAt }: Changes) {
    const { projection, timings } = this.#parts;
    const isPartial = known !== undefined && ids !== undefined && builtAt - known.readAt < timings.registryCache;
    const subscriptions = new Map(isPartial ? known.subscriptions : []);
    if (isPartial) for (const id of ids) subscriptions.delete(id);
    const read = isPartial ? await projection.copiesOf(instance, ids) : await projection.subscriptionsOf(instance);
    for (const one of read) subscriptions.set(one.id, one);
    if (!isPartial) return { version, builtAt, readAt: builtAt, subscriptions, changed: undefined };
    return { version, builtAt, readAt: known.readAt, subscriptions, changed: new Set([...known.changed, ...ids]) };
  }

  #indexed(
    instance: string,
    subscriptions: readonly ProjectedSubscription[],
    known: Entry | undefined,
  ): SubscriptionIndex {
    const index = new SubscriptionIndex(subscriptions, ...(known === undefined ? [] : [known.above, known.base]));
    if (index.broken.length > 0)
      this.#parts.logger.warn("fanout.filter_broken", { instance, subscriptions: index.broken.join(" ") });
    return index;
  }
}

function areFew({ changed }: Entry, { ids }: Changes): boolean {
  return ids !== undefined && new Set([...changed, ...ids]).size <= mostChanged;
}
