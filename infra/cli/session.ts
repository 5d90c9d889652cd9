import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient } from "../api-client/create-api-client.ts";
import { UnreachableError } from "./cli-errors.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The connection is resolved when a command needs it, because `--help` and `verify` work without a key. */
export type Session = {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Throws `UnauthorizedError` without a key, and `UsageError` for an unknown profile. */
  api(): ApiClient;
  url(): string;
  /** Undefined if there is no terminal to ask in. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Aborted by Ctrl-C or a request to stop; running work finishes. */
  readonly end: AbortSignal;
};

/**
 * Repeats `step` every `every` ms until the command is stopped. An unreachable bridge ends the command only if no step
 * has succeeded.
 */
export async function repeat({ end, terminal }: Session, every: number, step: () => Promise<void>): Promise<void> {
  let hasWorked = false;
  let isAway = false;
  while (!end.aborted) {
    try {
      await step();
      if (isAway) terminal.note("The bridge is responding again.");
      [hasWorked, isAway] = [true, false];
    } catch (error) {
      if (!(error instanceof UnreachableError) || !hasWorked) throw error;
      if (!isAway) terminal.note(`${error.message}; retrying.`);
      isAway = true;
    }
    await sleep(every, undefined, { signal: end }).catch(() => undefined);
  }
}
