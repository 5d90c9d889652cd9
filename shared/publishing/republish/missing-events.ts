import { parseStored } from "../../kernel/parse.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Item } from "../../kernel/ports/table.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import type { EventStore, StoredEvent } from "../event-store.ts";
import { storedEventsFrom } from "../events-from.ts";
import { readEvents } from "../read-events.ts";

/** Changes observed from `from` on and before `until` (unix ms, our clock). */
export type ObservedWithin = { readonly from: number; readonly until: number };

/**
 * Returns the events that are missing from the `events` table, for all changes observed within the given time. An
 * event's key depends only on its change, so the mirror items are enough. Erased events aren't published again. The
 * last state of a removed record was only in the change stream, so the event of its removal comes without data.
 */
export async function missingEvents(
  items: readonly Item[],
  within: ObservedWithin,
  { store, logger }: { readonly store: EventStore; readonly logger: Logger },
): Promise<readonly StoredEvent[]> {
  const expected = items.flatMap((item) => {
    try {
      return eventsOf(item, within);
    } catch (error) {
      // One unreadable item must not keep the others from being checked.
      logger.error("republish.unreadable", error, { pk: item.pk, sk: item.sk });
      return [];
    }
  });
  const stored = await readEvents(
    store,
    expected.map(({ envelope }) => envelope),
  );
  return expected.filter(({ envelope: { id } }) => {
    const result = stored.get(id);
    if (result?.status !== "rejected") return result?.value === undefined;
    // The event is stored, so it isn't missing. Throwing here would end every nightly run at the same corrupt event.
    logger.error("republish.unreadable", result.reason, { eventId: id });
    return false;
  });
}

function eventsOf(stored: Item, within: ObservedWithin): StoredEvent[] {
  if (!hasChangeLog(stored)) return [];
  const item: MirrorItem = parseStored(mirrorItem, stored, `mirror item ${stored.pk}`);
  const { forgetBelow = 0 } = item;
  const changeLog = item.changeLog.filter(
    ({ seq, observedAt }) => seq >= forgetBelow && observedAt >= within.from && observedAt < within.until,
  );
  return storedEventsFrom(undefined, { ...item, changeLog });
}
