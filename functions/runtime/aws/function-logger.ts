import { createJsonLogger } from "../../../shared/adapters/logging/json-logger.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import { systemClock } from "../system-ports.ts";

/** Lambda writes a function's output to its log group. */
export const functionLogger: Logger = createJsonLogger((line) => process.stdout.write(line), systemClock);
