import type { Clock } from "../../kernel/ports/clock.ts";
import type { VisitEnd } from "../feed-reader.ts";

/** How long (ms) an ended visit counts, and how many are kept for each instance. */
const remembered = 30_000;
const mostKept = 200;
/** The fraction of all workers' visits that failed weighs as much as this number of visits in this process. */
const sharedWeight = 4;
/** A run of failures less probable than this, given other feeds' failures, is the feed's own fault. */
const likely = 0.001;

type Ended = { readonly feedId: string; readonly at: number; readonly took: number; readonly failed: boolean };

/** The recently ended visits in this process. */
export class RecentVisits {
  readonly #clock: Clock;
  /** The map has each instance's visits, oldest first. */
  readonly #ended = new Map<string, Ended[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `took` is in ms. */
  ended(instance: string, visit: Omit<Ended, "at">): void {
    const kept = this.#ended.get(instance) ?? [];
    // Changed in place, because a copy for every visit would be a tenth of the garbage of idle polling.
    const at = this.#clock.now();
    kept.push({ ...visit, at });
    while (kept.length > mostKept || (kept[0] !== undefined && Math.abs(at - kept[0].at) >= remembered)) kept.shift();
    this.#ended.set(instance, kept);
  }

  /** In ms. */
  longest(instance: string): number {
    return Math.max(0, ...this.#of(instance).map(({ took }) => took));
  }

  /** `failingPart`: the fraction of recent visits by all workers that failed; undefined if it is small or unknown. */
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
 * Whether the fault may be the whole instance's. A `forbidden` response doesn't count, because it may concern only this
 * feed.
 */
export function isSourceFault(end: VisitEnd): boolean {
  if (end.outcome === "refused") return end.by !== "forbidden";
  return end.outcome === "failed" && (end.reason.startsWith("unavailable") || end.reason === "unreadable_page");
}
