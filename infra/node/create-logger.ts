import { systemClock } from "../../functions/runtime/system-ports.ts";
import { createJsonLogger, loggerTo } from "../../shared/adapters/logging/json-logger.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { LogFields, Logger } from "../../shared/kernel/ports/logger.ts";
import { printableLine } from "../../shared/kernel/printable.ts";

const write = (line: string): void => {
  process.stdout.write(line);
};

/** With "warn", ordinary lines are left out: the demo shows webhooks instead. */
export function createLogger(form: "pretty" | "json", from: "info" | "warn" = "info", volume: LogVolume = {}): Logger {
  const all = form === "json" ? createJsonLogger(write, systemClock) : createPrettyLogger(write, systemClock);
  const logger = quietLogger(all, volume);
  return from === "info" ? logger : { ...logger, info: () => undefined };
}

const marks = { info: " ", warn: "!", error: "✗" } as const;

/** Formats log lines for a terminal. `write` gets a line with its newline. */
export function createPrettyLogger(write: (line: string) => void, clock: Clock): Logger {
  return loggerTo((level, event, fields, error) => {
    const time = isoTime(clock.now()).slice(11, 23);
    // Only the JSON log has the stack, which would push everything else off the screen.
    const shown = error === undefined ? fields : { ...fields, ...error, stack: undefined };
    const words = Object.entries(shown ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    const line = `${time} ${marks[level]} ${event.padEnd(24)} ${words.join(" ")}`.trimEnd();
    write(`${printableLine(line)}\n`);
  });
}

const levels = ["info", "warn", "error", "off"] as const;
export type LogLevel = (typeof levels)[number];

export type LogVolume = {
  /** By area, the word before the dot in a line's event. */
  readonly levels?: { readonly [area: string]: LogLevel | undefined } | undefined;
  /** One in this many info lines of an event is logged. */
  readonly sample?: { readonly [event: string]: number | undefined } | undefined;
};

/** In a sampled line, `sampled` is the number of lines that it represents. */
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
