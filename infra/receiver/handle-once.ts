import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";
import { createMemory, type EventMemory, type Verdict } from "./event-memory.ts";

export type Delivery = {
  /** The event was sent again on request. */
  readonly isReplay: boolean;
  /** A newer event of the same record may have been sent before this event. */
  readonly isLate: boolean;
  /** The event is an example and no record changed. Handled only with `handleExamples`. */
  readonly isExample: boolean;
};

export type HandlerOptions = {
  /**
   * Handles an event. The event is done once the promise has resolved; if the handler throws, the event is sent again.
   * Feedhook waits only three seconds for the response to a webhook. So put the event into a queue or a table here, and
   * do the work elsewhere.
   */
  readonly handle: (event: BridgeEvent, delivery: Delivery) => unknown;
  /** By default, the memory is in this process and lost when the process ends. */
  readonly memory?: EventMemory;
  /**
   * Whether to drop an event if a newer event of its record was handled. The default is true, because a copy of a
   * record needs only the newest event. Set it to false to keep a history of changes.
   */
  readonly dropStale?: boolean;
  /** Whether to handle a replay of an event that was already handled. The default is false. */
  readonly handleReplays?: boolean;
  /**
   * Whether to handle an example (`feedhook trigger`, or "Send example" in the portal). The default is false, because
   * an example of `person.removed` would remove a person who still exists.
   */
  readonly handleExamples?: boolean;
};

export type Handled = "handled" | "example" | Exclude<Verdict, "new">;

/**
 * Returns a function that handles each event once, even if the event arrives twice at the same time. Errors of `handle`
 * are thrown unchanged.
 */
export function handleOnce({
  handle,
  memory = createMemory(),
  dropStale = true,
  handleReplays = false,
  handleExamples = false,
}: HandlerOptions): (event: BridgeEvent, delivery: Delivery) => Promise<Handled> {
  const underWay = new Map<string, Promise<Handled>>();
  const once = async (event: BridgeEvent, delivery: Delivery): Promise<Handled> => {
    if (delivery.isExample && !handleExamples) return "example";
    const verdict = delivery.isReplay && handleReplays ? "new" : await memory.judge(event);
    if (verdict === "duplicate") return verdict;
    const isDropped = verdict === "stale" && dropStale;
    if (!isDropped) await handle(event, delivery);
    await memory.remember(event);
    return isDropped ? "stale" : "handled";
  };
  return async (event, delivery) => {
    const other = underWay.get(event.id);
    if (other !== undefined) {
      // Rejects if the first call rejects, because after a 2xx the event would never be sent again.
      await other;
      return "duplicate";
    }
    const handling = once(event, delivery).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  };
}

/** Drops what `onError` throws: a logger that fails must not change a response. */
export function report(onError: ((error: unknown) => void) | undefined, error: unknown): void {
  try {
    onError?.(error);
  } catch {
    // Only the logger could have reported this error.
  }
}
