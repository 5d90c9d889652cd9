import { setTimeout as sleep } from "node:timers/promises";
import { UnreachableError } from "./cli-errors.ts";
import type { Session } from "./session.ts";

/** Repeats work until it is stopped, even if the bridge restarts. */
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
