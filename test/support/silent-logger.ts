import type { LogFields, Logger } from "../../shared/kernel/ports/logger.ts";

export type LoggedLine = {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly fields: LogFields;
};

/** Prints nothing and keeps everything for assertions. */
export class SilentLogger implements Logger {
  readonly lines: LoggedLine[] = [];

  info(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: "info", event, fields });
  }

  warn(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: "warn", event, fields });
  }

  error(event: string, error: unknown, fields: LogFields = {}): void {
    this.lines.push({ level: "error", event, fields: { ...fields, error: String(error) } });
  }
}
