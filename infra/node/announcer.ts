import type { Logger } from "../../shared/kernel/ports/logger.ts";
import { createLogger } from "./create-logger.ts";
import { print, printFailure } from "./print.ts";
import type { Bridge } from "./start-bridge.ts";

type Known = { readonly polling?: string; readonly data?: string; readonly sandbox?: string };

/** Reports the program's state, as lines for a person or as log lines, so that all output has one format. */
export type Announcer = {
  started(bridge: Bridge, more: Known): void;
  /** In the JSON form, `event` names the log line. */
  say(event: string, text: string): void;
  /** A fault that a person can fix is shown as a sentence, any other fault with its stack. */
  failed(error: unknown): void;
};

export function createAnnouncer(form: "pretty" | "json"): Announcer {
  return form === "json" ? announcerTo(createLogger("json")) : printing;
}

const printing: Announcer = {
  started: ({ url, operatorKey: { key, file, isNew } }, more) => {
    // Show the key only if it is new or belongs to a demo, because others can read terminals and service logs.
    const shown = isNew || more.sandbox !== undefined;
    print(`Portal         ${url}/portal${shown ? `#key=${key}` : ""}`);
    print(`API            ${url}/v1`);
    if (shown) print(`Operator key   ${key}`);
    if (file !== undefined) print(`${"".padEnd(shown ? 15 : 0)}${shown ? "kept in" : "Operator key   in"} ${file}`);
    if (more.sandbox !== undefined) print(`Sandbox        ${more.sandbox}`);
    if (more.polling !== undefined) print(`Polling        ${more.polling}`);
    if (more.data !== undefined) print(`Data           ${more.data}`);
  },
  say: (_, text) => {
    print(text);
  },
  failed: printFailure,
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
