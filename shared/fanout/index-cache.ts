import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { SubscriptionProjection } from "../subscriptions/subscription-projection.ts";
import { SubscriptionIndex } from "./subscription-index.ts";

type Parts = {
  readonly copies: Pick<SubscriptionProjection, "versionOf" | "subscriptionsOf">;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  /** An index older than this (ms) is rebuilt although the stamp stands still. */
  readonly maxAge: number;
  readonly logger: Logger;
};

type Entry = {
  readonly stamp: number;
  readonly builtAt: number;
  readonly index: SubscriptionIndex;
  /** Ms that lie between this build and the next at least. */
  readonly rest: number;
};

/**
 * A build reads and compiles every copy, so large instances are built at most once a second; the changes of that second
 * share a build.
 */
const longestRest = 1_000;

/** The compiled index per instance, as long as its stamp stands. */
export class IndexCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();
  readonly #builds = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(instance: string): Promise<SubscriptionIndex> {
    const { copies, clock, maxAge } = this.#parts;
    const asked = clock.now();
    const stamp = await copies.versionOf(instance);
    for (;;) {
      const known = this.#entries.get(instance);
      const fresh = known !== undefined && (known.builtAt >= asked || clock.now() - known.builtAt < maxAge);
      if (fresh && known.stamp >= stamp) return known.index;
      // Waiting instead of making do with the index that stands: an event published after a subscription is for it.
      await this.#built(instance, known);
    }
  }

  /** One build at a time; whoever needs a newer one than is under way asks again. */
  #built(instance: string, known: Entry | undefined): Promise<void> {
    const underWay = this.#builds.get(instance);
    if (underWay !== undefined) return underWay;
    const build = this.#build(instance, known).finally(() => this.#builds.delete(instance));
    this.#builds.set(instance, build);
    return build;
  }

  async #build(instance: string, known: Entry | undefined): Promise<void> {
    const { copies, clock, sleeper, logger } = this.#parts;
    const since = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.builtAt;
    // Negative: the clock was set back.
    if (known !== undefined && since >= 0 && since < known.rest) await sleeper.sleep(known.rest - since);
    const builtAt = clock.now();
    // The stamp before the copies: it is written after them, so a stamp that is too old costs a rebuild, whereas read
    // afterwards it could vouch for copies that were read before the change.
    const stamp = await copies.versionOf(instance);
    const all = await copies.subscriptionsOf(instance);
    const index = new SubscriptionIndex(all);
    if (index.broken.length > 0)
      logger.warn("fanout.filter_broken", { instance, subscriptions: index.broken.join(" ") });
    this.#entries.set(instance, { stamp, builtAt, index, rest: Math.min(longestRest, all.length) });
  }
}
