import type { LogFields } from "../../shared/kernel/ports/logger.ts";

/** How visits ended, from each poll's `poll.done` line. */
export class VisitEnds {
  readonly #counts = new Map<string, number>();

  /** Accepts any line of the log. */
  note(event: string, fields: LogFields): void {
    if (event !== "poll.done") return;
    for (const [end, count] of Object.entries(fields))
      if (end !== "instance" && end !== "requests") this.#counts.set(end, this.of(end) + Number(count));
  }

  of(end: string): number {
    return this.#counts.get(end) ?? 0;
  }

  get visits(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
