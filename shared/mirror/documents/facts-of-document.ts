import type { EventType } from "../../kernel/catalogue.ts";
import { definedJson } from "../../kernel/defined-json.ts";
import type { FieldChange, Owner } from "../../kernel/envelope.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { ChangeLogEntry, Fact } from "../mirror-item.ts";
import type { Replacement } from "./owner-read.ts";
import { isSameOwner, ownerKeyOf, ownerOfKey, type Placement, withoutSeparator } from "./placement.ts";

export type DocumentAlteration = {
  readonly before: Placement;
  readonly after: Placement;
  readonly changes: readonly FieldChange[];
  /** Whether the content was replaced, even if no field shows it: new content may have the same size. */
  readonly replaced: boolean;
};

/** The event type for a change to each field; other fields lead to `document.updated`. */
const types: ReadonlyMap<string, EventType> = new Map([
  ["name", "document.renamed"],
  ["size", "document.content_replaced"],
  ["mimeType", "document.content_replaced"],
  ["description", "document.described"],
]);
/** Whether a field's change shows that the content was replaced. */
export const isContent = ({ field }: FieldChange): boolean => types.get(field) === "document.content_replaced";

const order = ["document.renamed", "document.content_replaced", "document.described", "document.updated"] as const;

/**
 * Returns the facts of a document's change in the order of its events: first its owner and placements, then its fields.
 * Each difference is part of exactly one fact. A relocation, for example, has no placement facts for the owner that
 * gains the document or the owner that loses it.
 */
export function factsOfDocument({ before, after, changes, replaced }: DocumentAlteration): Fact[] {
  const owner = after.primary;
  const byType = Map.groupBy(changes, ({ field }): EventType => types.get(field) ?? "document.updated");
  if (replaced && !byType.has("document.content_replaced")) byType.set("document.content_replaced", []);
  const content = order.flatMap((type): Fact[] => {
    const changesOfType = byType.get(type);
    if (changesOfType === undefined) return [];
    return [{ type, key: "", owner, ...(changesOfType.length > 0 && { changes: changesOfType }) }];
  });
  return [...relocation(before, after), ...placementFacts(before, after), ...content];
}

function relocation({ primary: from }: Placement, { primary: to }: Placement): Fact[] {
  if (isSameOwner(from, to)) return [];
  const change = { field: "owner", from: definedJson(from), to: definedJson(to) };
  return [{ type: "document.relocated", key: "", owner: to, changes: [change] }];
}

function placementFacts(before: Placement, after: Placement): Fact[] {
  const keys = new Set([...Object.keys(before.placements), ...Object.keys(after.placements)]);
  const relocated = isSameOwner(before.primary, after.primary)
    ? []
    : [ownerKeyOf(before.primary), ownerKeyOf(after.primary)];
  return [...keys]
    .sort()
    .filter((key) => !relocated.includes(key))
    .flatMap((key) => factsUnder(ownerOfKey(key), before.placements[key] ?? [], after.placements[key] ?? []));
}

/**
 * Pairs folders that the document left with folders that it entered; each pair is a move. Folders without a pair are
 * added or removed placements. Folders are compared as sets, because items of earlier versions may list a folder twice,
 * which would lead to two facts with the same event id.
 */
function factsUnder(owner: Owner, before: readonly string[], after: readonly string[]): Fact[] {
  const left = [...new Set(before)].filter((folder) => !after.includes(folder));
  const taken = [...new Set(after)].filter((folder) => !before.includes(folder));
  const moves = Math.min(left.length, taken.length);
  const moved = left.slice(0, moves).map((from, position) => placed("document.moved", owner, from, taken[position]));
  const removed = left.slice(moves).map((from) => placed("document.placement_removed", owner, from, undefined));
  const added = taken.slice(moves).map((to) => placed("document.placement_added", owner, undefined, to));
  return [...moved, ...added, ...removed];
}

/**
 * `from` is missing for a new placement, and `to` for a removed one. Either is also missing for the top level, which
 * has no id.
 */
function placed(type: EventType, owner: Owner, from: string | undefined, to: string | undefined): Fact {
  const change = { field: "folderId", ...(from && { from }), ...(to && { to }) };
  return { type, key: factKeyOf(owner, to ?? from ?? ""), owner, changes: [change] };
}

/** Distinguishes facts of one type in one change, and their event ids, by owner and folder. */
function factKeyOf({ type, id }: Owner, folder: string): string {
  return `${ownerKeyOf({ type, id: withoutSeparator(id) })}#${folder}`;
}

/** The times that the parts of a document's change may have. */
export type Times = {
  /**
   * The document's change time; undefined if this time is the same as before. Only a rename moves it
   * (docs/partner-api.md#document-timeline).
   */
  readonly modified: string | undefined;
  /** The journal's entry for the replacement of the content. */
  readonly replacement?: Replacement | undefined;
  /** When a placement was deleted, according to the journal; "" if the journal gives no time. */
  readonly deleted?: string | undefined;
};

/**
 * Returns the facts of one change, each with its time. A change found together with a rename gets no time unless the
 * journal gives one. The change may have been saved with the rename or hours earlier: a rename hides the entries for
 * other changes in its save (docs/partner-api.md#one-save-one-entry), and entries may appear late.
 */
export function datedFacts(facts: readonly Fact[], times: Times): Pick<ChangeLogEntry, "facts" | "timestamp"> {
  const isRename = facts.some(({ type }) => type === "document.renamed");
  const dated = facts.map((fact) => ({ fact, timestamp: timeOf(fact, times, isRename) }));
  const [timestamp, ...others] = new Set(dated.map((one) => one.timestamp));
  if (others.length === 0) return { facts: [...facts], ...(timestamp !== undefined && { timestamp }) };
  return { facts: dated.map(({ fact, timestamp }) => (timestamp === undefined ? fact : { ...fact, timestamp })) };
}

function timeOf({ type }: Fact, times: Times, isRename: boolean): string | undefined {
  const { modified, replacement, deleted } = times;
  if (type === "document.content_replaced" && replacement !== undefined) return isoTime(replacement.at);
  switch (type) {
    case "document.renamed":
      return modified;
    case "document.placement_removed":
      return deleted === undefined || deleted === "" ? undefined : deleted;
    default:
      return isRename ? undefined : modified;
  }
}
