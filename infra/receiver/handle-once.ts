import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";
import { createMemory, type EventMemory, type Verdict } from "./event-memory.ts";

/** What is known about an event beside its body. */
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
   * Takes an event. It is done once this has resolved; where it throws, the event comes again. Take it into a queue or a
   * table here and work on it elsewhere: a sender waits three seconds before it sends the event once more.
   */
  readonly handle: (event: BridgeEvent, delivery: Delivery) => unknown;
  /** What was handled before. Without one it is kept in this process, and forgotten when it ends. */
  readonly memory?: EventMemory;
  /**
   * Whether an event is dropped when a newer one of its record was handled. Default true: who keeps records in step needs
   * the newest only. Who keeps a history of changes says false.
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

/** What became of an event; the handler's own error is thrown as it is. */
export type Handled = "handled" | "example" | Exclude<Verdict, "new">;

/** Makes a function that handles each event once, also when it comes twice at the same time. */
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
      // Fails where the first one fails: answered with 2xx, it would never come again.
      await other;
      return "duplicate";
    }
    const handling = once(event, delivery).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  };
}
