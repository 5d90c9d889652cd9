import type { Context } from "../../kernel/context.ts";
import type { RemovalHold, RemovalLedger } from "./removal-ledger.ts";

export type HeldRemovalsParts = Context & {
  readonly ledger: RemovalLedger;
  /**
   * Requests immediate visits to the feeds that act on a decision: the walk of `source` (a resource, such as `person`),
   * or the owners in `parts` (feed ids). Without this, each feed would act only when its turn came.
   */
  readonly wake: (instance: string, source: string, parts: readonly string[]) => Promise<void>;
};

/**
 * The most owners that one decision wakes. The operator gets a response only after a write for each of them. The other
 * owners act when their turn comes.
 */
const mostWoken = 200;

export class HeldRemovals {
  readonly #parts: HeldRemovalsParts;

  constructor(parts: HeldRemovalsParts) {
    this.#parts = parts;
  }

  list(instance: string): Promise<readonly RemovalHold[]> {
    return this.#parts.ledger.holds(instance);
  }

  sample(instance: string, source: string, limit: number): Promise<readonly string[]> {
    return this.#parts.ledger.sample(instance, source, limit);
  }

  /**
   * `approved`: each record is requested again, and removed only if the source returns 404 again. `dismissed`: the
   * operator says that the records aren't gone (for example, a permission was removed by mistake). Nothing is removed,
   * and later losses are counted from zero.
   */
  async decide(
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
