import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { ProjectedSubscription } from "../subscriptions/subscription.ts";
import type { SubscriptionProjection } from "../subscriptions/subscription-projection.ts";
import { SubscriptionIndex } from "./subscription-index.ts";

type Parts = {
  readonly projection: Pick<SubscriptionProjection, "versionOf" | "changesSince" | "subscriptionsOf" | "copiesOf">;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  /** All subscriptions are read again after this time (ms), even if the version is unchanged. */
  readonly maxAge: number;
  readonly logger: Logger;
};

type Entry = {
  readonly version: number;
  readonly builtAt: number;
  /** When all subscriptions were last read. */
  readonly readAt: number;
  readonly subscriptions: ReadonlyMap<string, ProjectedSubscription>;
  readonly index: SubscriptionIndex;
  /** The least time (ms) between this build and the next one. */
  readonly rest: number;
};

/**
 * A build compares and sorts every subscription of the instance. After it, the index isn't rebuilt for a millisecond
 * per subscription or, if filters are long, per `charactersPerMs` characters, and at most for `longestRest` ms. The next
 * build includes all changes of that time.
 */
const charactersPerMs = 2_048;
const longestRest = 1_000;

/**
 * Keeps the compiled index of each instance, and rebuilds it when the version of its subscriptions rises. A rebuild
 * reads only the subscriptions that changed, if the projection knows them.
 */
export class IndexCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();
  readonly #builds = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(instance: string): Promise<SubscriptionIndex> {
    const { projection, clock, maxAge } = this.#parts;
    const asked = clock.now();
    const version = await projection.versionOf(instance);
    for (;;) {
      const known = this.#entries.get(instance);
      const fresh = known !== undefined && (known.builtAt >= asked || clock.now() - known.readAt < maxAge);
      if (fresh && known.version >= version) return known.index;
      // Waits instead of using the older index, which may lack a subscription that is older than the event.
      await this.#built(instance, known);
    }
  }

  /**
   * Runs at most one build per instance at a time. If the running build turns out too old for a caller, the loop in
   * `of` starts another.
   */
  #built(instance: string, known: Entry | undefined): Promise<void> {
    const underWay = this.#builds.get(instance);
    if (underWay !== undefined) return underWay;
    const build = this.#build(instance, known).finally(() => this.#builds.delete(instance));
    this.#builds.set(instance, build);
    return build;
  }

  async #build(instance: string, known: Entry | undefined): Promise<void> {
    const { projection, clock, sleeper, maxAge, logger } = this.#parts;
    const since = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.builtAt;
    // A negative age means that the clock was set back: waiting for it to catch up could take hours.
    if (known !== undefined && since >= 0 && since < known.rest) await sleeper.sleep(known.rest - since);
    const builtAt = clock.now();
    // The version must be read before the subscriptions, because writers raise it after they write subscriptions. A
    // version that is too old costs only a rebuild. If it were read afterwards, it could be newer than the
    // subscriptions in the index, and a new subscription would miss events until the index is too old.
    const { version, ids } = await projection.changesSince(instance, known?.version ?? 0);
    const isPartial = known !== undefined && ids !== undefined && builtAt - known.readAt < maxAge;
    const subscriptions = new Map(isPartial ? known.subscriptions : []);
    if (isPartial) for (const id of ids) subscriptions.delete(id);
    const read = isPartial ? await projection.copiesOf(instance, ids) : await projection.subscriptionsOf(instance);
    for (const one of read) subscriptions.set(one.id, one);
    const index = new SubscriptionIndex([...subscriptions.values()], known?.index);
    if (index.broken.length > 0)
      logger.warn("fanout.filter_broken", { instance, subscriptions: index.broken.join(" ") });
    const rest = Math.min(longestRest, Math.max(subscriptions.size, index.size / charactersPerMs));
    const readAt = isPartial ? known.readAt : builtAt;
    this.#entries.set(instance, { version, builtAt, readAt, subscriptions, index, rest });
  }
}
