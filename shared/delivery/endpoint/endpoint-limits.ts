import * as z from "zod";
import type { TableContext } from "../../kernel/context.ts";
import { ContentionError } from "../../kernel/errors.ts";
import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absent } from "../../kernel/ports/table.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import type { PartnerAccess } from "../../partners/partner.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { limitsKey } from "./endpoint-item.ts";

/**
 * How much of the limits of an endpoint, or of a partner's endpoints together, is in use (`subscriptions` table, sk
 * `limits#<subscription>` or `limits#<partner>`).
 */
const limitsItem = z.object({
  /** The number of tokens in the bucket at the time `at` (unix ms). */
  tokens: z.number(),
  at: z.int(),
  /** One slot per delivery under way: when (unix ms) the slot becomes free even if it isn't returned. */
  leases: z.array(z.int()),
  rev: z.int(),
});
type LimitsItem = z.infer<typeof limitsItem>;

export type LimitDecision =
  /** Return `slot` after the attempt; undefined if the number of concurrent attempts isn't limited. */
  | { readonly outcome: "ok"; readonly slot: number | undefined }
  /** `at`: when to ask again (unix ms). */
  | { readonly outcome: "waiting"; readonly at: number };

/** `id` is the subscription's or, for limits that a partner's endpoints share, the partner's. */
export type LimitSettings = Pick<Subscription, "partner" | "id" | "maxConcurrency" | "ratePerSecond">;

export function shareOf({ partner, quotas }: PartnerAccess): LimitSettings {
  return { partner, id: partner, ratePerSecond: quotas?.deliveriesPerSecond };
}

type Return = {
  readonly slot: number | undefined;
  /** Set if no attempt was made, so that the token is also returned. */
  readonly unused?: true;
};
type Request = { readonly settings: LimitSettings; readonly returns?: Return };

export function isLimited({ maxConcurrency, ratePerSecond }: LimitSettings): boolean {
  return maxConcurrency !== undefined || ratePerSecond !== undefined;
}

/** Enforces limits across all workers: a token bucket for the rate, slots for concurrency. */
export class EndpointLimits {
  readonly #parts: TableContext;
  readonly #requests = new KeyedBatcher<Request, LimitDecision[]>((_, batch) => this.#answer(batch));

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /** Doesn't wait: if there is no capacity, the result says when to ask again. */
  async acquire(settings: LimitSettings): Promise<LimitDecision> {
    if (!isLimited(settings)) return { outcome: "ok", slot: undefined };
    try {
      const answers = await this.#requests.add(settings.id, { settings });
      // All callers of one batch share the results; each takes one.
      return answers.pop() ?? this.#soon();
    } catch (failure) {
      // The caller's message must not fail, because on AWS, a rejected message comes back only after several minutes.
      if (failure instanceof ContentionError) return this.#soon();
      throw failure;
    }
  }

  /** The time is random, so that workers that were refused together don't ask again together. */
  #soon(): LimitDecision {
    const { clock, randomness, timings } = this.#parts;
    return { outcome: "waiting", at: clock.now() + Math.ceil(timings.drainStep * (1 + randomness.fraction())) };
  }

  /**
   * Requests capacity within an endpoint's own limits and within the limit of its partner. If the shared limit has no
   * capacity, gives back what the endpoint's own limits granted, so that an attempt that isn't made uses up neither
   * limit.
   */
  async acquireBoth(own: LimitSettings, share: LimitSettings): Promise<LimitDecision> {
    const room = await this.acquire(own);
    if (room.outcome === "waiting") return room;
    let isGranted = false;
    try {
      const shared = await this.acquire(share);
      isGranted = shared.outcome === "ok";
      return isGranted ? room : shared;
    } finally {
      if (!isGranted && isLimited(own)) await this.#giveBackUnused(own, room.slot);
    }
  }

  async #giveBackUnused(settings: LimitSettings, slot: number | undefined): Promise<void> {
    try {
      await this.#requests.add(settings.id, { settings, returns: { slot, unused: true } });
    } catch (failure) {
      // Nothing is lost for long: the bucket fills up again, and the slot expires.
      if (!(failure instanceof ContentionError)) throw failure;
    }
  }

  async giveBack(settings: LimitSettings, slot: number): Promise<void> {
    await this.#requests.add(settings.id, { settings, returns: { slot } });
  }

  async #answer(batch: readonly Request[]): Promise<LimitDecision[]> {
    const [first] = batch;
    if (first === undefined) return [];
    const { settings } = first;
    const key = limitsKey({ partner: settings.partner, subscription: settings.id });
    const returned = batch.flatMap(({ returns }) => returns ?? []);
    const wanted = batch.length - returned.length;
    const answer = async () => {
      const stored = await this.#parts.table.get(key);
      const before = stored === undefined ? undefined : parseStored(limitsItem, stored, `limits of ${settings.id}`);
      const { after, decisions } = this.#decide(before, settings, returned, wanted);
      const when = before === undefined ? absent : [{ attribute: "rev", is: "equal", value: before.rev } as const];
      const [outcome] = await this.#parts.table.put([{ item: { ...key, ...after }, when }]);
      return outcome === "written" ? decisions : "conflict";
    };
    return retryOnConflict(`the limits of ${settings.id}`, answer, this.#parts);
  }

  #decide(before: LimitsItem | undefined, settings: LimitSettings, returned: readonly Return[], wanted: number) {
    const { clock, timings } = this.#parts;
    const { ratePerSecond: rate = Number.POSITIVE_INFINITY, maxConcurrency = Number.POSITIVE_INFINITY } = settings;
    const now = clock.now();
    const slots = [...(before?.leases ?? [])];
    for (const { slot } of returned) {
      const at = slot === undefined ? -1 : slots.indexOf(slot);
      if (at >= 0) slots.splice(at, 1);
    }
    const taken = slots.filter((until) => until > now);
    const tokens = tokensNow(before, rate, now, returned.filter(({ unused }) => unused === true).length);
    const granted = Math.max(Math.min(wanted, Math.floor(tokens), maxConcurrency - taken.length), 0);
    // A rate alone needs no slots: at a high rate, slots would outgrow the item before they expire.
    const slot = settings.maxConcurrency === undefined ? undefined : now + timings.claimRetention;
    const later = now + Math.max(timings.drainStep, rate === Number.POSITIVE_INFINITY ? 0 : 1_000 / rate);
    const after: LimitsItem = {
      tokens: rate === Number.POSITIVE_INFINITY ? 0 : tokens - granted,
      at: now,
      leases: slot === undefined ? [] : [...taken, ...Array.from({ length: granted }, () => slot)],
      rev: (before?.rev ?? 0) + 1,
    };
    const decisions = Array.from(
      { length: wanted },
      (_, place): LimitDecision =>
        place < wanted - granted ? { outcome: "waiting", at: Math.ceil(later) } : { outcome: "ok", slot },
    );
    return { after, decisions };
  }
}

/**
 * Includes `unused` tokens that were returned. The bucket holds at most a second's worth, or one token if that is more,
 * so that a quiet minute isn't followed by a burst.
 */
function tokensNow(before: LimitsItem | undefined, rate: number, now: number, unused: number): number {
  const size = Math.max(rate, 1);
  if (before === undefined || rate === Number.POSITIVE_INFINITY) return size;
  const passed = Math.max(now - before.at, 0) / 1_000;
  return Math.min(before.tokens + passed * rate + unused, size);
}
