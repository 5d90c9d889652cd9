import type { Item, Key, TableWriter } from "../../../shared/kernel/ports/table.ts";
import { hasChangeLog } from "../../../shared/mirror/mirror-item.ts";
import type { UnpublishedChange } from "../sqlite-engine.ts";

/**
 * Writes mirror items without a word: an event is made of each entry of the change log whose `seq` is above that of the image
 * before, so the item is put with an empty log first, and then, at the same `seq`, with its own.
 */
export async function putQuietly(mirror: Pick<TableWriter, "put">, items: readonly Item[]): Promise<void> {
  const quiet = items.filter(hasChangeLog).map((item) => ({ item: withoutChangeLog(item) }));
  await mirror.put(quiet);
  await mirror.put(items.map((item) => ({ item })));
}

/** The log has had two names. */
function withoutChangeLog(item: Item): Item {
  return { ...item, ...("changeLog" in item ? { changeLog: [] } : {}), ...("told" in item ? { told: [] } : {}) };
}

/**
 * Makes the same changes of an item again, so that the target's change stream shows the images that the source's did, and the
 * same events come of them. Done twice it makes the same events under the same ids.
 */
export async function replayChanges(
  mirror: Pick<TableWriter, "put" | "remove">,
  key: Key,
  changes: readonly UnpublishedChange[],
  current: Item | undefined,
): Promise<void> {
  let image: Item | undefined;
  for (const { before, after } of changes) {
    // Between two changes that weren't published others may have been.
    if (before !== undefined && !isSame(before, image)) await putQuietly(mirror, [before]);
    if (after === undefined) await mirror.remove(key);
    else await mirror.put([{ item: after }]);
    image = after;
  }
  if (isSame(current, image)) return;
  if (current === undefined) await mirror.remove(key);
  else await putQuietly(mirror, [current]);
}

function isSame(one: Item | undefined, other: Item | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
