import { parseStored } from "../../kernel/parse.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Item } from "../../kernel/ports/table.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import type { EventStore, StoredEvent } from "../event-store.ts";
import { storedEventsFrom } from "../events-from.ts";

/** Unix ms, ours: what was told from `from` on and before `until`. */
export type ToldWithin = { readonly from: number; readonly until: number };

/**
 * The events of mirror items that stand in no table, though their changes were told within that time. Keys are derivable,
 * so nothing but the items is needed. What an erasure is to forget isn't brought back; a removed record's last state is
 * gone with its stream record, so its event comes without data.
 */
export async function missingEvents(
  items: readonly Item[],
  within: ToldWithin,
  { store, logger }: { readonly store: Pick<EventStore, "getMany">; readonly logger: Logger },
): Promise<readonly StoredEvent[]> {
  const told = items.flatMap((item) => {
    try {
      return eventsOf(item, within);
    } catch (error) {
      // One item that can't be read mustn't keep all those behind it from being looked at.
      logger.error("republish.unreadable", error, { pk: item.pk, sk: item.sk });
      return [];
    }
  });
  const standing = await store.getMany(told.map(({ envelope: { instance, id } }) => ({ instance, id })));
  return told.filter((_, position) => standing[position] === undefined);
}

function eventsOf(stored: Item, within: ToldWithin): StoredEvent[] {
  if (!hasChangeLog(stored)) return [];
  const item: MirrorItem = parseStored(mirrorItem, stored, `mirror item ${stored.pk}`);
  const { forgetBelow = 0 } = item;
  const changeLog = item.changeLog.filter(
    ({ seq, observedAt }) => seq >= forgetBelow && observedAt >= within.from && observedAt < within.until,
  );
  return storedEventsFrom(undefined, { ...item, changeLog });
}
