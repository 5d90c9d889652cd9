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

const types: ReadonlyMap<string, EventType> = new Map([
  ["name", "document.renamed"],
  ["size", "document.content_replaced"],
  ["mimeType", "document.content_replaced"],
  ["description", "document.described"],
]);
export const isContent = ({ field }: FieldChange): boolean => types.get(field) === "document.content_replaced";

const order = ["document.renamed", "document.content_replaced", "document.described", "document.updated"] as const;

/**
 * The facts are in the order of the events: first those about the owner and placements, then those about fields. Each
 * difference is part of exactly one fact. So a relocation has no placement facts for the owners that gain and lose the
 * document.
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
 * Compares folders as sets, because items of earlier versions may list a folder twice. Listed twice, a folder would
 * lead to two facts with the same event id.
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

/** The top level has no id, so a move to or from the top level lacks `to` or `from`. */
function placed(type: EventType, owner: Owner, from: string | undefined, to: string | undefined): Fact {
  const change = { field: "folderId", ...(from && { from }), ...(to && { to }) };
  return { type, key: factKeyOf(owner, to ?? from ?? ""), owner, changes: [change] };
}

/** Distinguishes facts of one type in one change, and their event ids, by owner and folder. */
function factKeyOf({ type, id }: Owner, folder: string): string {
  return `${ownerKeyOf({ type, id: withoutSeparator(id) })}#${folder}`;
}

export type Times = {
  /**
   * The document's change time, if that time has changed. Only a rename moves it
   * (docs/partner-api.md#document-timeline).
   */
  readonly modified: string | undefined;
  readonly replacement?: Replacement | undefined;
  /** "" if the journal gives no time. */
  readonly deleted?: string | undefined;
};

/**
 * A change found together with a rename may have been saved with the rename or hours earlier. A rename hides the
 * entries for other changes in its save (docs/partner-api.md#one-save-one-entry), and entries may appear late. So only
 * the journal can give such a change a time.
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
