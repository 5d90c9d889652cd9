import type { Subject } from "../kernel/catalogue.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { type Json, type JsonObject, setMember } from "../kernel/json.ts";
import { absent, type Condition, type Put, type Table } from "../kernel/ports/table.ts";
import { digestRules } from "./canonical-record.ts";
import {
  fieldDigest,
  isShort,
  rulesOf,
  sizeOf,
  wholeChange,
  withoutLong,
  withoutLongPrevious,
  withoutValues,
} from "./changes-between.ts";
import { type ChangeLogEntry, type MirrorItem, type StoredBody, storedItem } from "./mirror-item.ts";
import { storedForm } from "./packed-json.ts";

/** `conflict`: another worker has changed the item since it was read. `too_large`: no table can store the item. */
export type WriteOutcome = "written" | "conflict" | "too_large";

/** Writes an item if the stored one is still the one that was read. */
export async function writeItem(
  mirror: Table,
  previous: MirrorItem | undefined,
  next: MirrorItem,
): Promise<WriteOutcome> {
  const put = putOf(previous, next);
  if (typeof put === "string") return put;
  const [outcome] = await mirror.put([put]);
  return outcome ?? "conflict";
}

/** For {@link writeItem}, and for callers that put many items at once. */
export function putOf(previous: MirrorItem | undefined, next: MirrorItem): Put | "too_large" {
  const item = fittedItem(hasRev(next) ? { ...next, rev: (previous?.rev ?? 0) + 1 } : next);
  return item === undefined ? "too_large" : { item: storedItem(item), when: unmoved(previous) };
}

/**
 * Whether the item counts its writes in `rev`. First passes through several owners may find the same document within
 * one second. If only `seq` and `asOf` were compared, one owner's placement would overwrite another's.
 */
const hasRev = ({ resource }: MirrorItem): boolean => resource === "document" || resource === "folder";

/** A touched record keeps its `seq`, so `asOf` is also compared. */
function unmoved(previous: MirrorItem | undefined): Condition {
  if (previous === undefined) return absent;
  if (!hasRev(previous)) {
    return [
      { attribute: "seq", is: "equal", value: previous.seq },
      { attribute: "asOf", is: "equal", value: previous.asOf },
    ];
  }
  if (previous.rev === undefined) return [{ attribute: "rev", is: "absent" }];
  return [{ attribute: "rev", is: "equal", value: previous.rev }];
}

/** The maximum size of an item in bytes. It is below DynamoDB's 400 KB, because DynamoDB counts more than the text. */
const mostBytes = 380_000;
/** A character takes at most three bytes, and text that doesn't compress grows by a third in base64. */
const mostGrowth = 4;

/** Yields shorter and shorter forms of the item. The caller takes the first that fits. */
function* shorterForms(item: MirrorItem): Generator<MirrorItem, void> {
  yield item;
  // Drops older entries, which only republishing reads.
  const newest = { ...item, changeLog: item.changeLog.slice(-1) };
  yield newest;
  // Drops the lean body's long fields, because the full body also has them.
  const single = item.full === undefined ? newest : cut(newest, { lean: true });
  yield single;
  yield withChanges(single, withoutLongPrevious);
  // Drops both values of a change if one is long. The record itself has the new value.
  const brief = withChanges(single, (changes) => changes.map(withoutLong));
  yield brief;
  const named = withChanges(single, (changes) => changes.map(withoutValues));
  yield named;
  for (const one of [brief, named]) yield cut(one, { lean: true, full: true });
  yield withChanges(cut(named, { lean: true, full: true, all: true }), () => [wholeChange]);
}

/** The longest form that fits into a table; undefined if even the shortest one is too large. */
export function fittedItem(item: MirrorItem): MirrorItem | undefined {
  // Nearly all items are this small, so their exact size isn't needed.
  if (JSON.stringify(item).length * mostGrowth <= mostBytes) return item;
  for (const form of shorterForms(item)) if (fits(form)) return form;
  return undefined;
}

function cut(item: MirrorItem, parts: { readonly lean?: true; readonly full?: true; readonly all?: true }): MirrorItem {
  const { resource, lean, full } = item;
  const all = parts.all === true;
  return {
    ...item,
    lean: lean && parts.lean ? cutBody(resource, lean, all) : lean,
    full: full && parts.full ? cutBody(resource, full, all) : full,
  };
}

/**
 * The most bytes (as JSON) of the short fields together with the names and digests of the long ones. Above this, only
 * essential fields are kept.
 */
const mostOmitted = 100_000;
/** The bridge itself reads these: a record's id and change times, and a journal entry's time and document. */
const essential = ["id", "created", "modified", "changed", "documentId"];

/**
 * Digests replace the long fields. With `all`, or if the result would still be too long, only the short essential
 * fields are kept. `digest` remains the digest of the whole body.
 */
export function cutBody(resource: Subject, stored: StoredBody, all: boolean): StoredBody {
  const { body, digest } = stored;
  const rules = stored.omitted === undefined ? digestRules : rulesOf(stored);
  if (all || stored.omitted === "all") return { body: essentials(body), digest, omitted: "all", rules };
  const kept: { [field: string]: Json } = {};
  const omitted: { [field: string]: string } = { ...stored.omitted };
  for (const [field, value] of Object.entries(body)) {
    if (isShort(value)) setMember(kept, field, value);
    else setMember(omitted, field, fieldDigest(resource, field, value, rules));
  }
  if (sizeOf(omitted) + sizeOf(kept) > mostOmitted) return cutBody(resource, stored, true);
  return { body: kept, digest, omitted, rules };
}

function essentials(body: JsonObject): JsonObject {
  const short = Object.entries(body).filter(([field, value]) => essential.includes(field) && isShort(value));
  return Object.fromEntries(short);
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

function fits({ lean, full, changeLog, ...around }: MirrorItem): boolean {
  let bytes = Buffer.byteLength(JSON.stringify(around));
  for (const stored of [lean, full]) {
    if (stored === undefined) continue;
    bytes += storedForm(stored.body).bytes + Buffer.byteLength(JSON.stringify(stored.omitted ?? ""));
  }
  for (const { facts, ...entry } of changeLog) {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    for (const { changes, ...fact } of facts) {
      bytes += Buffer.byteLength(JSON.stringify(fact)) + (changes === undefined ? 0 : storedForm(changes).bytes);
    }
  }
  return bytes <= mostBytes;
}
