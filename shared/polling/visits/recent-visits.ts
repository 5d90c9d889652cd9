import type { Clock } from "../../kernel/ports/clock.ts";
import type { VisitEnd } from "../feed-reader.ts";

/** How long (ms) an ended visit counts, and how many are kept for each instance. */
const remembered = 30_000;
const mostKept = 200;
/** The fraction of all workers' visits that failed weighs as much as this number of visits in this process. */
const sharedWeight = 4;
/**
 * If a feed's consecutive failures are less probable than this, given the rate at which other feeds fail, the feed
 * itself has a fault. Otherwise, its failures belong to the instance.
 */
const likely = 0.001;

type Ended = { readonly feedId: string; readonly at: number; readonly took: number; readonly failed: boolean };

/**
 * The recently ended visits of each instance in this process: how long they took, and how many failed because of the
 * source.
 */
export class RecentVisits {
  readonly #clock: Clock;
  readonly #ended = new Map<string, readonly Ended[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `took` is in ms. */
  ended(instance: string, visit: Omit<Ended, "at">): void {
    const at = this.#clock.now();
    this.#ended.set(instance, [...this.#of(instance), { ...visit, at }].slice(-mostKept));
  }

  /** How long (ms) the longest of the recent visits took. */
  longest(instance: string): number {
    return Math.max(0, ...this.#of(instance).map(({ took }) => took));
  }

  /**
   * Whether a feed's failure belongs to its instance, because the feed's run of failures is likely given the rate at
   * which other feeds fail. `failingPart`: the fraction of recent visits by all workers that failed, if the message
   * contains it.
   */
  isOfInstance(
    {
      instance,
      feedId,
      instanceFailures = 0,
    }: { instance: string; feedId: string; instanceFailures?: number | undefined },
    failingPart: number | undefined,
  ): boolean {
    const others = this.#of(instance).filter((visit) => visit.feedId !== feedId);
    const failed = others.filter((visit) => visit.failed).length;
    const weight = failingPart === undefined ? 1 : sharedWeight;
    const part = (failed + (failingPart ?? 0) * weight) / (others.length + weight);
    return part ** (instanceFailures + 1) >= likely;
  }

  #of(instance: string): readonly Ended[] {
    const now = this.#clock.now();
    return (this.#ended.get(instance) ?? []).filter(({ at }) => Math.abs(now - at) < remembered);
  }
}

/**
 * Whether a visit ended with a fault that may be the whole instance's: no usable response, an unreadable page, or a
 * refused token.
 */
export function isSourceFault(end: VisitEnd): boolean {
  if (end.outcome === "refused") return end.by !== "forbidden";
  return end.outcome === "failed" && (end.reason.startsWith("unavailable") || end.reason === "unreadable_page");
}
