import type { Context } from "../../kernel/context.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import type { RemovalLedger } from "./removal-ledger.ts";

/** Missing records of one resource, as its walk or one owner's feed reports them. */
export type CountedRemovals = {
  readonly instance: string;
  /** The resource (`person`, …, `document`, `folder`). The hold is named after it. */
  readonly source: string;
  /** The ids of records that a complete list lacks and that returned 404 once. */
  readonly ids: readonly string[];
  /** How many more missing records haven't been requested yet. The notice about a new hold also counts these. */
  readonly unasked?: number;
  /** The number of known records, if one feed reads all records of the resource. For parts, see `count`. */
  readonly known?: number;
  /**
   * The feed, if each of many feeds proves a part of the resource's removals (documents and folders, by owner). A hold
   * then lasts until `release` has been called for each feed that waits.
   */
  readonly feedId?: string;
};

/**
 * `free`: so few records are missing that their removal can be confirmed. `held`: too many are missing. They wait until
 * an operator decides, or until a walk or a snapshot at least `timings.heldReview` after `since` (unix ms) doesn't show
 * them either. `dismissed`: an operator said that they aren't gone. The caller forgets these candidates, then calls
 * `close` or `release`.
 *
 * A decision is about what was missing by `decidedAt` (unix ms).
 */
export type GuardDecision =
  | { readonly verdict: "free" }
  | { readonly verdict: "approved" | "dismissed"; readonly decidedAt: number }
  | { readonly verdict: "held"; readonly since: number };

export type RemovalGuardParts = Context & {
  readonly ledger: RemovalLedger;
  /** Notifies operators. Calls with the same `since` lead to one notice. */
  readonly notices: {
    removalsHeld(
      instance: string,
      held: { source: string; since: number; missing: number; known: number },
    ): Promise<void>;
  };
};

/** Removals within this time (ms) are counted together. */
const window = 24 * 3_600_000;

/** More losses than this look more like lost access than like removals (hazard 27). */
const mostOf = (known: number): number => Math.max(20, 0.02 * known);

/**
 * Holds mass losses. A removal is weighed between the first and the second 404 of its proof, unless it is `recorded`.
 */
export class RemovalGuard {
  readonly #parts: RemovalGuardParts;

  constructor(parts: RemovalGuardParts) {
    this.#parts = parts;
  }

  /** Counts each missing record once, so repeated calls are safe. */
  async weigh(loss: CountedRemovals): Promise<GuardDecision> {
    const { ledger, clock } = this.#parts;
    const { instance, source, ids, known } = loss;
    const now = clock.now();
    await ledger.note(instance, source, ids, now);
    if (known !== undefined) await ledger.setKnown(instance, source, known);
    const standing = await this.standing(instance, source);
    if (standing?.verdict === "held") await this.#noteWaiting(loss, now);
    if (standing !== undefined) return standing;
    const [losses, knownBy] = await Promise.all([
      ledger.losses(instance, now - window),
      ledger.knownBySource(instance),
    ]);
    const knownOfAll = sum(knownBy.values());
    const knownOfSource = knownBy.get(source) ?? 0;
    const missing = losses.get(source) ?? 0;
    const missingOfAll = sum(losses.values());
    // Each resource is also checked alone: in the sum, a small one could vanish unnoticed beside a large one.
    if (missing <= mostOf(knownOfSource) && missingOfAll <= mostOf(knownOfAll)) return { verdict: "free" };
    return this.#hold(loss, now, { missing: missingOfAll + (loss.unasked ?? 0), known: knownOfAll });
  }

  /** Notes how many records of a resource one feed knows, if each of many feeds knows a part. */
  async count(
    { instance, feedId, drained }: Pick<Feed, "instance" | "feedId" | "drained">,
    source: string,
    known: number,
  ): Promise<void> {
    // The first visit to an owner without documents or folders needs no write, and most owners have neither.
    if (known === 0 && !drained) return;
    const { ledger, clock } = this.#parts;
    await ledger.setKnownPart(instance, source, feedId, known, clock.now());
  }

  async standing(instance: string, source: string): Promise<GuardDecision | undefined> {
    const hold = await this.#parts.ledger.hold(instance, source);
    if (hold === undefined) return undefined;
    const { decision, since, decidedAt = this.#parts.clock.now() } = hold;
    return decision === undefined ? { verdict: "held", since } : { verdict: decision, decidedAt };
  }

  /** Ends one feed's part of a resource's hold. The hold ends with the last part. */
  async release(instance: string, source: string, feedId: string): Promise<void> {
    const { ledger } = this.#parts;
    await ledger.noteDone(instance, source, feedId);
    if ((await ledger.waiting(instance, source)).length > 0) return;
    if ((await ledger.hold(instance, source)) !== undefined) await ledger.close(instance, source);
  }

  /** Ends a hold, and forgets the losses that were counted for it. */
  async close(instance: string, source: string): Promise<void> {
    await this.#parts.ledger.close(instance, source);
  }

  /**
   * Called before a new hold is opened. If the hold were opened first, another feed could find that no feed waits for
   * the hold, and end the hold.
   */
  async #noteWaiting({ instance, source, feedId }: CountedRemovals, now: number): Promise<void> {
    if (feedId !== undefined) await this.#parts.ledger.noteWaiting(instance, source, feedId, now);
  }

  async #hold(
    loss: CountedRemovals,
    since: number,
    counted: { readonly missing: number; readonly known: number },
  ): Promise<GuardDecision> {
    const { ledger, notices, logger } = this.#parts;
    const { instance, source } = loss;
    await this.#noteWaiting(loss, since);
    const hold = await ledger.open(instance, source, { since, ...counted });
    logger.warn("removals.held", { instance, source, ...counted });
    await notices.removalsHeld(instance, { source, since: hold.since, ...counted });
    return { verdict: "held", since: hold.since };
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
