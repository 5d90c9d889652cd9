import type { RemovalHold, RemovalLedger } from "./removal-ledger.ts";

export type HeldRemovalsParts = {
  readonly ledger: Pick<RemovalLedger, "holds" | "sample" | "decide">;
  /** Wakes the feed that acts on a decision; the next turn of its wheel would do it as well. */
  readonly wake: (instance: string, source: string) => Promise<void>;
};

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
    const outcome = await this.#parts.ledger.decide(instance, source, decision);
    if (outcome === "decided") await this.#parts.wake(instance, source);
    return outcome;
  }
}
