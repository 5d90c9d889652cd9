import type { Item, Key, TableWriter } from "../../../shared/kernel/ports/table.ts";
import { hasChangeLog } from "../../../shared/mirror/mirror-item.ts";
import type { UnpublishedChange } from "../sqlite-engine.ts";

/**
 * Writes mirror items without events. Each entry of the change log with a `seq` above the previous image's becomes an
 * event. So the item is written first with an empty log and then, at the same `seq`, with its own.
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
 * Repeats the changes of an item, so that the target's change stream shows the same images as the source's and the same
 * events follow. A repeat makes the same events with the same ids.
 */
export async function replayChanges(
  mirror: Pick<TableWriter, "put" | "remove">,
  key: Key,
  changes: readonly UnpublishedChange[],
  current: Item | undefined,
): Promise<void> {
  let image: Item | undefined;
  for (const { before, after } of changes) {
    // There may have been other changes between two unpublished ones.
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
