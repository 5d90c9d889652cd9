import type { Clock } from "../../kernel/ports/clock.ts";
import type { RemovalHold, RemovalLedger } from "./removal-ledger.ts";

export type HeldRemovalsParts = {
  readonly ledger: Pick<RemovalLedger, "holds" | "sample" | "decide" | "waiting">;
  /**
   * Wakes the feeds that act on a decision: the source's walk, or those whose parts wait (feed ids). The next turn of
   * each would do it as well.
   */
  readonly wake: (instance: string, source: string, parts: readonly string[]) => Promise<void>;
  readonly clock: Clock;
};

/** How many owners one decision wakes: each takes a write before the operator has an answer. The others act in their turn. */
const mostWoken = 200;

/** The operator's view of removals that are held back: what waits, and what becomes of it. */
export class HeldRemovals {
  readonly #parts: HeldRemovalsParts;

  constructor(parts: HeldRemovalsParts) {
    this.#parts = parts;
  }

  list(instance: string): Promise<readonly RemovalHold[]> {
    return this.#parts.ledger.holds(instance);
  }

  /** The ids of some of the records that would be removed, `limit` at most. */
  sample(instance: string, source: string, limit: number): Promise<readonly string[]> {
    return this.#parts.ledger.sample(instance, source, limit);
  }

  /** They are really gone: each is asked for a second time, and then published as removed. */
  approve(instance: string, source: string): Promise<"decided" | "notFound"> {
    return this.#decide(instance, source, "approved");
  }

  /** They aren't gone (rights were narrowed by mistake, say): removes nothing, and counts later losses anew. */
  dismiss(instance: string, source: string): Promise<"decided" | "notFound"> {
    return this.#decide(instance, source, "dismissed");
  }

  async #decide(
    instance: string,
    source: string,
    decision: NonNullable<RemovalHold["decision"]>,
  ): Promise<"decided" | "notFound"> {
    const { ledger, wake, clock } = this.#parts;
    const outcome = await ledger.decide(instance, source, decision, clock.now());
    if (outcome === "notFound") return outcome;
    const waiting = await ledger.waiting(instance, source);
    await wake(instance, source, waiting.slice(0, mostWoken));
    return outcome;
  }
}
