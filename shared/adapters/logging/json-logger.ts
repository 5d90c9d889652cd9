import { FeedhookError, MachineLimitError } from "../../kernel/errors.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { LogFields, Logger } from "../../kernel/ports/logger.ts";
import { printable } from "../../kernel/printable.ts";

/**
 * Writes one JSON object per line, escaped so that a terminal can show it safely. `write` receives each line with its
 * newline.
 */
export function createJsonLogger(write: (line: string) => void, clock: Clock): Logger {
  return loggerTo((level, event, fields, error) => {
    const line = { time: isoTime(clock.now()), level, event, ...fields, ...error };
    write(`${printable(JSON.stringify(line))}\n`);
  });
}

type Log = (level: keyof Logger, event: string, fields: LogFields | undefined, error?: LogFields) => void;

/** A logger with a single function. `error` is described ({@link describeError}). */
export function loggerTo(log: Log): Logger {
  return {
    info: (event, fields) => {
      log("info", event, fields);
    },
    warn: (event, fields) => {
      log("warn", event, fields);
    },
    error: (event, error, fields) => {
      log("error", event, fields, describeError(error));
    },
  };
}

/**
 * Describes an error for a log line: the messages in its chain of causes (at most five), our code, and the error's own
 * stack. A MachineLimitError is logged without its stack.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    messages.push(`${cause.name}: ${cause.message}`);
  }
  const code = error instanceof FeedhookError ? error.code : undefined;
  const stack = error instanceof MachineLimitError ? undefined : error.stack;
  return { error: messages.join(" <- "), code, stack };
}
