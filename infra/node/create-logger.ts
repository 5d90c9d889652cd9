import { systemClock } from "../../functions/runtime/system-ports.ts";
import { createJsonLogger } from "../../shared/adapters/logging/json-logger.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import { createPrettyLogger } from "./pretty-logger.ts";
import { type LogVolume, quietLogger } from "./quiet-logger.ts";

const write = (line: string): void => {
  process.stdout.write(line);
};

/**
 * The logger of the start program. With "warn", ordinary lines are left out, because the demo shows webhooks instead.
 */
export function createLogger(form: "pretty" | "json", from: "info" | "warn" = "info", volume: LogVolume = {}): Logger {
  const all = form === "json" ? createJsonLogger(write, systemClock) : createPrettyLogger(write, systemClock);
  const logger = quietLogger(all, volume);
  return from === "info" ? logger : { ...logger, info: () => undefined };
}
