import type { LogFields, Logger } from "../../../shared/kernel/ports/logger.ts";

/** Counts the ends of visits that polls log, and keeps no line. */
export class VisitLog implements Logger {
  readonly ends = new Map<string, number>();

  info(event: string, fields: LogFields = {}): void {
    if (event !== "poll.done") return;
    for (const [end, count] of Object.entries(fields))
      if (end !== "instance" && end !== "requests") this.ends.set(end, (this.ends.get(end) ?? 0) + Number(count));
  }

  warn(): void {}

  error(event: string, error: unknown): void {
    console.log(`  ${event}: ${String(error)}`);
  }

  get visits(): number {
    return [...this.ends.values()].reduce((sum, count) => sum + count, 0);
  }

  get lost(): number {
    return this.ends.get("lost") ?? 0;
  }
}
