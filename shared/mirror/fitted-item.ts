import type { FieldChange } from "../kernel/envelope.ts";
import { cutProjection, wholeChange } from "./cut-projection.ts";
import type { ChangeLogEntry, MirrorItem } from "./mirror-item.ts";
import { storedForm } from "./packed-json.ts";
import { withoutLong, withoutLongPrevious, withoutValues } from "./short-changes.ts";

/** In bytes: below the 400 KB of DynamoDB, with room for what it counts beyond the text. */
const mostBytes = 380_000;
/** A character of an item's text takes three bytes at most, and what can't be compressed becomes a third longer in base64. */
const mostGrowth = 4;

/** What an item gives up, one after the other, until it fits. */
function* shorterForms(item: MirrorItem): Generator<MirrorItem, void> {
  yield item;
  // Older entries, which only republishing reads.
  const newest = { ...item, changeLog: item.changeLog.slice(-1) };
  yield newest;
  // What a list shows is in the single read as well.
  const single = item.full === undefined ? newest : cut(newest, { lean: true });
  yield single;
  yield withChanges(single, withoutLongPrevious);
  // The new values, which the record has anyway.
  const brief = withChanges(single, (changes) => changes.map(withoutLong));
  yield brief;
  const named = withChanges(single, (changes) => changes.map(withoutValues));
  yield named;
  for (const one of [brief, named]) yield cut(one, { lean: true, full: true });
  yield withChanges(cut(named, { lean: true, full: true, all: true }), () => [wholeChange]);
}

/**
 * The item in a form that fits into a table, each record however large with what can be kept of it. Undefined where what
 * stands around the record is itself too large.
 */
export function fittedItem(item: MirrorItem): MirrorItem | undefined {
  // Nearly all items: what they take exactly needn't be known.
  if (JSON.stringify(item).length * mostGrowth <= mostBytes) return item;
  for (const form of shorterForms(item)) if (fits(form)) return form;
  return undefined;
}

function cut(item: MirrorItem, parts: { readonly lean?: true; readonly full?: true; readonly all?: true }): MirrorItem {
  const { resource, lean, full } = item;
  const all = parts.all === true;
  return {
    ...item,
    lean: lean && parts.lean ? cutProjection(resource, lean, all) : lean,
    full: full && parts.full ? cutProjection(resource, full, all) : full,
  };
}

function withChanges(item: MirrorItem, brief: (changes: readonly FieldChange[]) => FieldChange[]): MirrorItem {
  const changeLog = item.changeLog.map(
    ({ facts, ...rest }): ChangeLogEntry => ({
      ...rest,
      facts: facts.map((fact) => ({ ...fact, changes: fact.changes && brief(fact.changes) })),
    }),
  );
  return { ...item, changeLog };
}

/** Each part is measured in the form in which it is stored. */
function fits({ lean, full, changeLog, ...around }: MirrorItem): boolean {
  let bytes = Buffer.byteLength(JSON.stringify(around));
  for (const projection of [lean, full]) {
    if (projection === undefined) continue;
    bytes += storedForm(projection.body).bytes + Buffer.byteLength(JSON.stringify(projection.omitted ?? ""));
  }
  for (const { facts, ...entry } of changeLog) {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    for (const { changes, ...fact } of facts) {
      bytes += Buffer.byteLength(JSON.stringify(fact)) + (changes === undefined ? 0 : storedForm(changes).bytes);
    }
  }
  return bytes <= mostBytes;
}
