import type { FieldChange, Owner } from "../../kernel/envelope.ts";
import type { Fact } from "../mirror-item.ts";
import { isSameOwner, ownerKeyOf, ownerOfKey, type Placing, withoutSeparator } from "./placing.ts";

export type DocumentAlteration = {
  readonly before: Placing;
  readonly after: Placing;
  readonly changes: readonly FieldChange[];
  /** The journal recorded a replacement that isn't told yet; its content may have the same size as before. */
  readonly replaced: boolean;
};

/** Which fact tells the change of a field; any other field is `updated`. */
const verbs: { readonly [field: string]: string } = {
  name: "renamed",
  size: "content_replaced",
  mimeType: "content_replaced",
  description: "described",
};
const order = ["renamed", "content_replaced", "described", "updated"];

/**
 * What a change of a document tells, in the order of its parts: where it went, then what became of it. Every difference
 * gives exactly one fact; an owner's gain or loss that a relocation tells isn't told again as a placement.
 */
export function factsOfDocument({ before, after, changes, replaced }: DocumentAlteration): Fact[] {
  const owner = after.primary;
  const byVerb = Map.groupBy(changes, ({ field }) => verbs[field] ?? "updated");
  if (replaced && !byVerb.has("content_replaced")) byVerb.set("content_replaced", []);
  const content = order.flatMap((verb): Fact[] => {
    const told = byVerb.get(verb);
    if (told === undefined) return [];
    return [{ type: `document.${verb}`, key: "", owner, ...(told.length > 0 && { changes: told }) }];
  });
  return [...relocation(before, after), ...placementFacts(before, after), ...content];
}

function relocation({ primary: from }: Placing, { primary: to }: Placing): Fact[] {
  if (isSameOwner(from, to)) return [];
  return [{ type: "document.relocated", key: "", owner: to, changes: [{ field: "owner", from, to }] }];
}

function placementFacts(before: Placing, after: Placing): Fact[] {
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
 * Under one owner: a folder left and a folder taken are one move; what is over is gained or lost. Folders are compared as
 * sets, since items stored by earlier versions may hold one twice, and both would give a fact with the same event id.
 */
function factsUnder(owner: Owner, before: readonly string[], after: readonly string[]): Fact[] {
  const left = [...new Set(before)].filter((folder) => !after.includes(folder));
  const taken = [...new Set(after)].filter((folder) => !before.includes(folder));
  const moves = Math.min(left.length, taken.length);
  const moved = left.slice(0, moves).map((from, position) => placed("moved", owner, from, taken[position]));
  const removed = left.slice(moves).map((from) => placed("placement_removed", owner, from, undefined));
  const added = taken.slice(moves).map((to) => placed("placement_added", owner, undefined, to));
  return [...moved, ...added, ...removed];
}

/** The top level has no folder id: `from` or `to` is then missing. */
function placed(verb: string, owner: Owner, from: string | undefined, to: string | undefined): Fact {
  const change = { field: "folderId", ...(from && { from }), ...(to && { to }) };
  return { type: `document.${verb}`, key: factKeyOf(owner, to ?? from ?? ""), owner, changes: [change] };
}

/** Tells facts of one type and one change apart, and with them their event ids: by owner and folder. */
function factKeyOf({ type, id }: Owner, folder: string): string {
  return `${ownerKeyOf({ type, id: withoutSeparator(id) })}#${folder}`;
}
