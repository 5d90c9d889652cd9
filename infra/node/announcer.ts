import { FeedhookError } from "../../shared/kernel/errors.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import { createLogger } from "./create-logger.ts";
import type { Bridge } from "./start-bridge.ts";

/** What is worth knowing besides the addresses: what is polled, and where the data is. */
type Known = { readonly polling?: string; readonly data?: string; readonly sandbox?: string };

/** Tells whoever started the program how it is doing: in lines for a person, or as log lines, so that all output is JSON. */
export type Announcer = {
  /** The bridge runs; `more` is what else is worth knowing. */
  started(bridge: Bridge, more: Known): void;
  /** A sentence; `event` names it in the log. */
  say(event: string, text: string): void;
  /** It can't go on: a person who can do something about it gets a sentence, a fault of the program its stack. */
  failed(error: unknown): void;
};

export function createAnnouncer(form: "pretty" | "json"): Announcer {
  return form === "json" ? announcerTo(createLogger("json")) : printing;
}

const printing: Announcer = {
  started: ({ url, operatorKey: { key, file, isNew } }, more) => {
    // Printed once, when it is made: terminals and service logs are read by others.
    const shown = isNew || more.sandbox !== undefined;
    console.log(`Portal         ${url}/portal${shown ? `#key=${key}` : ""}`);
    console.log(`API            ${url}/v1`);
    if (shown) console.log(`Operator key   ${key}`);
    if (file !== undefined)
      console.log(`${"".padEnd(shown ? 15 : 0)}${shown ? "kept in" : "Operator key   in"} ${file}`);
    if (more.sandbox !== undefined) console.log(`Sandbox        ${more.sandbox}`);
    if (more.polling !== undefined) console.log(`Polling        ${more.polling}`);
    if (more.data !== undefined) console.log(`Data           ${more.data}`);
  },
  say: (_, text) => {
    console.log(text);
  },
  failed: (error) => {
    console.error(error instanceof FeedhookError ? `feedhook: ${error.message}` : error);
  },
};

function announcerTo(logger: Logger): Announcer {
  return {
    started: ({ url, operatorKey: { file } }, more) => {
      const keyFile = file === undefined ? {} : { operatorKeyFile: file };
      logger.info("bridge.started", { portal: `${url}/portal`, api: `${url}/v1`, ...keyFile, ...more });
    },
    say: (event, text) => {
      logger.info(event, { text: text.trim() });
    },
    failed: (error) => {
      logger.error("bridge.failed", error);
    },
  };
}
