import type { LogFields, Logger } from "../../../shared/kernel/ports/logger.ts";
import { VisitEnds } from "../../support/visit-ends.ts";

/** Counts how visits ended, and keeps no lines. */
export class VisitLog implements Logger {
  readonly ends = new VisitEnds();

  info(event: string, fields: LogFields = {}): void {
    this.ends.note(event, fields);
  }

  warn(): void {}

  error(event: string, error: unknown): void {
    console.log(`  ${event}: ${String(error)}`);
  }
}
