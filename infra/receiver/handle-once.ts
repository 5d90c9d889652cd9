import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";
import { createMemory, type EventMemory, type Verdict } from "./event-memory.ts";

/** Facts about an event that its body doesn't contain. */
export type Delivery = {
  /** The event was requested again. */
  readonly isReplay: boolean;
  /** A newer event of the same record may have been sent before it. */
  readonly isLate: boolean;
  /** A requested example: no record changed. Handled only with `handleExamples`. */
  readonly isExample: boolean;
};

export type HandlerOptions = {
  /**
   * Handles an event. The event is done once this has resolved; if it throws, the event is sent again. Put it into a
   * queue or a table here and do the work elsewhere: a sender waits three seconds before it sends the event again.
   */
  readonly handle: (event: BridgeEvent, delivery: Delivery) => unknown;
  /** The events handled before. By default they are kept in this process, and lost when it ends. */
  readonly memory?: EventMemory;
  /**
   * Whether an event is dropped if a newer one of its record was handled. Default true, because copies of records need
   * the newest event only. Set false to keep a history of changes.
   */
  readonly dropStale?: boolean;
  /** Whether a replay is handled although its event was handled before. Default false. */
  readonly handleReplays?: boolean;
  /**
   * Whether an example (`feedhook trigger`, the portal's "Send an example") is handled as well. Default false: an
   * example of `person.removed` would remove a person who still exists.
   */
  readonly handleExamples?: boolean;
};

/** The outcome of an event; the handler's own error is thrown unchanged. */
export type Handled = "handled" | "example" | Exclude<Verdict, "new">;

/** Makes a function that handles each event once, even if it arrives twice at the same time. */
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
    if (verdict === "duplicate" || (verdict === "stale" && dropStale)) return verdict;
    await handle(event, delivery);
    await memory.remember(event);
    return "handled";
  };
  return async (event, delivery) => {
    const other = underWay.get(event.id);
    if (other !== undefined) {
      // Fails if the first one fails: after a 2xx the event would never be sent again.
      await other;
      return "duplicate";
    }
    const handling = once(event, delivery).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  };
}
