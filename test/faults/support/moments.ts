import { type Fault, type PortCall, reading } from "./faults.ts";

/** A call as it begins. */
export type Began = {
  readonly call: PortCall;
  /** The process that calls. */
  readonly by: object;
  /** Whether no other call of the process is under way. */
  readonly isAlone: boolean;
  readonly now: number;
};

/** The moments before and after a call, as numbers. */
type Span = { readonly before: number; readonly after: number };

/**
 * The moments between the calls of a run at which a process can end or another can work. Where a process only computes
 * from one call to the next, both calls name the same moment, so that one run shows what happens there: memory is lost
 * with the process, and isn't shared with the other one. If a process ends, a read also changes nothing.
 */
export class Moments {
  readonly #between: Span[] = [];
  readonly #ends: Span[] = [];
  #last: Began | undefined;
  #count = 0;

  add(began: Began): void {
    const { call, by, isAlone, now } = began;
    const follows = isAlone && this.#last?.by === by && this.#last.now === now;
    const before = (spans: readonly Span[]) => (follows ? spans.at(-1)?.after : undefined) ?? this.#next();
    this.#between.push({ before: before(this.#between), after: this.#next() });
    const end = before(this.#ends);
    this.#ends.push({ before: end, after: reading.has(call.method) ? end : this.#next() });
    this.#last = began;
  }

  /** The moment of a fault in a call, counted from 1; undefined if the fault is in the call itself. */
  of(at: number, fault: Fault): number | undefined {
    switch (fault) {
      case "ends before":
        return this.#ends[at - 1]?.before;
      case "ends after":
        return this.#ends[at - 1]?.after;
      case "other before":
        return this.#between[at - 1]?.before;
      case "other after":
        return this.#between[at - 1]?.after;
      default:
        return undefined;
    }
  }

  /** Leaves out points at the same moment as an earlier one. */
  distinct<P extends { readonly at: number; readonly fault: Fault }>(points: readonly P[]): readonly P[] {
    const seen = new Set<number>();
    return points.filter(({ at, fault }) => {
      const moment = this.of(at, fault);
      if (moment === undefined) return true;
      const isNew = !seen.has(moment);
      seen.add(moment);
      return isNew;
    });
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
