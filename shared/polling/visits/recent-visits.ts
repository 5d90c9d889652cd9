import type { Clock } from "../../kernel/ports/clock.ts";
import type { VisitEnd } from "../feed-reader.ts";

/** How long (ms) an ended visit counts, and how many are kept per instance. */
const remembered = 30_000;
const mostKept = 200;
/** For how many visits of this process the part counts that failed with all workers. */
const sharedWeight = 4;
/**
 * So many failures in a row are put down to the instance as come about with this probability at the least, at the rate at
 * which other feeds fail. A feed that has more of them fails for a reason of its own.
 */
const likely = 0.001;

type Ended = { readonly feedId: string; readonly at: number; readonly took: number; readonly failed: boolean };

/** The visits of each instance that this process ended lately: how long they took, and how many the source failed. */
export class RecentVisits {
  readonly #clock: Clock;
  readonly #ended = new Map<string, readonly Ended[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `took`: ms. */
  ended(instance: string, visit: Omit<Ended, "at">): void {
    const at = this.#clock.now();
    this.#ended.set(instance, [...this.#of(instance), { ...visit, at }].slice(-mostKept));
  }

  /** The longest one, in ms. */
  longest(instance: string): number {
    return Math.max(0, ...this.#of(instance).map(({ took }) => took));
  }

  /**
   * Whether a feed's failure is put down to its instance: so many in a row are likely where other feeds fail as often as they do.
   * `failingPart`: the part of visits that failed lately with all workers, as far as the message says.
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

/** Whether a visit ended with a fault that may be the whole instance's: no answer, one of a broken server, a token refused. */
export function isSourceFault(end: VisitEnd): boolean {
  if (end.outcome === "refused") return end.by !== "forbidden";
  return end.outcome === "failed" && (end.reason.startsWith("unavailable") || end.reason === "unreadable_page");
}
