import type { FieldChange } from "../kernel/envelope.ts";
import type { ChangeLogEntry, MirrorItem } from "./mirror-item.ts";
import { withoutPrevious } from "./records/erasure.ts";

/** In bytes: below the 400 KB of DynamoDB, with room for what it counts beyond the text. */
const mostBytes = 380_000;

/**
 * Shrinks the change log until the item fits: it drops the older entries, which only republishing reads, then the previous
 * values of the newest entry's changes, then the new ones, which the record has anyway. Undefined where the record itself
 * is too large.
 */
export function fittedItem(item: MirrorItem): MirrorItem | undefined {
  if (fits(item)) return item;
  const newest = item.changeLog.slice(-1);
  const withoutFrom = withChanges(newest, withoutPrevious);
  const fieldsOnly = withChanges(newest, (changes) => changes.map(({ field }) => ({ field })));
  return [newest, withoutFrom, fieldsOnly].map((changeLog) => ({ ...item, changeLog })).find(fits);
}

function withChanges(
  entries: readonly ChangeLogEntry[],
  brief: (changes: readonly FieldChange[]) => FieldChange[],
): ChangeLogEntry[] {
  return entries.map(({ facts, ...rest }) => ({
    ...rest,
    facts: facts.map((fact) => ({ ...fact, changes: fact.changes && brief(fact.changes) })),
  }));
}

function fits(item: MirrorItem): boolean {
  return Buffer.byteLength(JSON.stringify(item)) <= mostBytes;
}
