import * as z from "zod";
import { ContentionError } from "../../kernel/errors.ts";
import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import { absent, type Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { limitsKey } from "./endpoint-item.ts";

/** What an endpoint is asked at once and per second (`subscriptions` table, sk `limits#<subscription>`). */
const limitsItem = z.object({
  /** What the bucket held at `at`. */
  tokens: z.number(),
  at: z.int(),
  /** When each delivery that is being sent counts as given up: its worker may have died. */
  leases: z.array(z.int()),
  rev: z.int(),
});
type LimitsItem = z.infer<typeof limitsItem>;

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<Table, "get" | "put">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "claimRetention" | "drainStep">;
};

export type LimitDecision =
  /** To be given back when the attempt is over; undefined where it takes no place. */
  | { readonly outcome: "granted"; readonly lease: number | undefined }
  /** `at`: unix ms when there may be room. */
  | { readonly outcome: "later"; readonly at: number };

/** Of an endpoint, or of all endpoints of a partner, where `id` is the partner's. */
type Settings = Pick<Subscription, "partner" | "id" | "maxConcurrency" | "ratePerSecond">;
type Asked = { readonly settings: Settings; readonly givesBack?: number };

const tries = 12;

/** The limits an endpoint's owner set, kept over all workers: a token bucket, and leases of places. */
export class EndpointLimits {
  readonly #parts: Parts;
  readonly #asking = new KeyedBatcher<Asked, LimitDecision[]>((_, batch) => this.#settle(batch));

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A place for one attempt now; nothing waits for one. */
  async acquire(settings: Settings): Promise<LimitDecision> {
    if (settings.maxConcurrency === undefined && settings.ratePerSecond === undefined) {
      return { outcome: "granted", lease: undefined };
    }
    const answers = await this.#asking.add(settings.id, { settings });
    // Each takes one; all that asked together are equal.
    return answers.pop() ?? { outcome: "later", at: this.#parts.clock.now() + this.#parts.timings.drainStep };
  }

  async giveBack(settings: Settings, lease: number): Promise<void> {
    await this.#asking.add(settings.id, { settings, givesBack: lease });
  }

  async #settle(batch: readonly Asked[]): Promise<LimitDecision[]> {
    const [first] = batch;
    if (first === undefined) return [];
    const { settings } = first;
    const key = limitsKey({ partner: settings.partner, subscription: settings.id });
    const back = batch.flatMap(({ givesBack }) => givesBack ?? []);
    const wanted = batch.length - back.length;
    for (let tried = 0; tried < tries; tried += 1) {
      const stored = await this.#parts.table.get(key, { consistent: true });
      const before = stored === undefined ? undefined : parseStored(limitsItem, stored, `limits of ${settings.id}`);
      const { after, admissions } = this.#admit(before, settings, back, wanted);
      const when = before === undefined ? absent : [{ attribute: "rev", is: "equal", value: before.rev } as const];
      const [outcome] = await this.#parts.table.put([{ item: { ...key, ...after }, when }]);
      if (outcome === "written") return admissions;
    }
    throw new ContentionError(`the limits of ${settings.id} are being changed by others`);
  }

  #admit(before: LimitsItem | undefined, settings: Settings, back: readonly number[], wanted: number) {
    const { clock, timings } = this.#parts;
    const { ratePerSecond: rate = Number.POSITIVE_INFINITY, maxConcurrency = Number.POSITIVE_INFINITY } = settings;
    const now = clock.now();
    const leases = [...(before?.leases ?? [])];
    for (const lease of back) leases.splice(leases.indexOf(lease), leases.includes(lease) ? 1 : 0);
    const held = leases.filter((until) => until > now);
    const tokens = bucketNow(before, rate, now);
    const granted = Math.max(Math.min(wanted, Math.floor(tokens), maxConcurrency - held.length), 0);
    // A rate needs no places: those of a fast one would outgrow the item before they ran out.
    const lease = settings.maxConcurrency === undefined ? undefined : now + timings.claimRetention;
    const later = now + Math.max(timings.drainStep, rate === Number.POSITIVE_INFINITY ? 0 : 1_000 / rate);
    const after: LimitsItem = {
      tokens: rate === Number.POSITIVE_INFINITY ? 0 : tokens - granted,
      at: now,
      leases: lease === undefined ? [] : [...held, ...Array.from({ length: granted }, () => lease)],
      rev: (before?.rev ?? 0) + 1,
    };
    const admissions = Array.from(
      { length: wanted },
      (_, place): LimitDecision =>
        place < wanted - granted ? { outcome: "later", at: Math.ceil(later) } : { outcome: "granted", lease },
    );
    return { after, admissions };
  }
}

/** What the bucket holds now: a second's worth at most, so that a pause doesn't end in a burst. */
function bucketNow(before: LimitsItem | undefined, rate: number, now: number): number {
  const size = Math.max(rate, 1);
  if (before === undefined || rate === Number.POSITIVE_INFINITY) return size;
  const passed = Math.max(now - before.at, 0) / 1_000;
  return Math.min(before.tokens + passed * rate, size);
}
