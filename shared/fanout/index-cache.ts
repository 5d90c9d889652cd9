import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { SubscriptionCopies } from "../subscriptions/subscription-copies.ts";
import { SubscriptionIndex } from "./subscription-index.ts";

type Parts = {
  readonly copies: Pick<SubscriptionCopies, "stampOf" | "copiesOf">;
  readonly clock: Clock;
  /** An index older than this (ms) is rebuilt although the stamp stands still. */
  readonly maxAge: number;
  readonly logger: Logger;
};

type Entry = {
  readonly stamp: number;
  readonly builtAt: number;
  readonly index: SubscriptionIndex;
};

/** The compiled index per instance, as long as its stamp stands. */
export class IndexCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(instance: string): Promise<SubscriptionIndex> {
    const { copies, clock, maxAge, logger } = this.#parts;
    // The stamp before the copies: it is written after them, so a stamp that is too old costs a rebuild, whereas read
    // afterwards it could vouch for copies that were read before the change.
    const stamp = await copies.stampOf(instance);
    const known = this.#entries.get(instance);
    const now = clock.now();
    if (known !== undefined && known.stamp === stamp && now - known.builtAt < maxAge) return known.index;
    const index = new SubscriptionIndex(await copies.copiesOf(instance));
    if (index.broken.length > 0)
      logger.warn("fanout.filter_broken", { instance, subscriptions: index.broken.join(" ") });
    this.#entries.set(instance, { stamp, builtAt: now, index });
    return index;
  }
}
