import type { LogFields, Logger } from "../../shared/kernel/ports/logger.ts";

const levels = ["info", "warn", "error", "off"] as const;
export type LogLevel = (typeof levels)[number];

export type LogVolume = {
  /** The lowest level to log in each area, which is the word before the dot in a line's event. */
  readonly levels?: { readonly [area: string]: LogLevel | undefined } | undefined;
  /** Logs one of this many lines at info, for each event. */
  readonly sample?: { readonly [event: string]: number | undefined } | undefined;
};

/**
 * A logger that leaves out what an operator doesn't want to read. In a sampled line, `sampled` is the number of lines
 * that it represents.
 */
export function quietLogger(logger: Logger, { levels: wanted = {}, sample = {} }: LogVolume): Logger {
  const seen = new Map<string, number>();
  const isWritten = (event: string, level: LogLevel) => {
    const [area = event] = event.split(".", 1);
    return levels.indexOf(level) >= levels.indexOf(wanted[area] ?? "info");
  };
  return {
    info: (event, fields) => {
      if (!isWritten(event, "info")) return;
      const each = sample[event] ?? 1;
      const count = seen.get(event) ?? 0;
      seen.set(event, (count + 1) % each);
      const sampled: LogFields = { ...fields, sampled: each };
      if (count === 0) logger.info(event, each === 1 ? fields : sampled);
    },
    warn: (event, fields) => {
      if (isWritten(event, "warn")) logger.warn(event, fields);
    },
    error: (event, error, fields) => {
      if (isWritten(event, "error")) logger.error(event, error, fields);
    },
  };
}
