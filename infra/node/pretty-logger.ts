import { describeError } from "../../shared/adapters/logging/json-logger.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { LogFields, Logger } from "../../shared/kernel/ports/logger.ts";
import { printableLine } from "../../shared/kernel/printable.ts";

const marks = { info: " ", warn: "!", error: "✗" } as const;

/**
 * Formats log lines for a terminal: time, event, fields. Unprintable characters are escaped. `write` gets a line with
 * its newline.
 */
export function createPrettyLogger(write: (line: string) => void, clock: Clock): Logger {
  const log = (level: keyof typeof marks, event: string, fields: LogFields = {}) => {
    const time = isoTime(clock.now()).slice(11, 23);
    const words = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const line = `${time} ${marks[level]} ${event.padEnd(24)} ${words.join(" ")}`.trimEnd();
    write(`${printableLine(line)}\n`);
  };
  return {
    info: (event, fields) => {
      log("info", event, fields);
    },
    warn: (event, fields) => {
      log("warn", event, fields);
    },
    error: (event, error, fields) => {
      // The stack goes to the JSON log. Here it would push everything else off the screen.
      log("error", event, { ...fields, ...describeError(error), stack: undefined });
    },
  };
}
