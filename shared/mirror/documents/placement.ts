import * as z from "zod";
import { type Owner, owner, ownerType } from "../../kernel/envelope.ts";
import { CorruptItemError } from "../../kernel/errors.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { DocumentObservation, FetchedDocument } from "./document-observation.ts";

/** The folders that contain the document, by `ownerType#ownerId`. "" is the top level, or no folder at all. */
export type Placements = { readonly [ownerKey: string]: readonly string[] };

export type Placement = { readonly primary: Owner; readonly placements: Placements };

const bodyOwner = z.object({ entityType: ownerType, entityId: z.string().min(1) });
const bodyFolder = z.object({ folderId: z.string().nullish() });
const bodyPlacements = z.object({ placements: z.array(z.object({ ...bodyOwner.shape, ...bodyFolder.shape })) });

export const ownerKeyOf = ({ type, id }: Owner): string => `${type}#${id}`;

/**
 * Escapes an id that precedes a `#` in a longer key. Ids may contain any character (hazard 66). Without the escaping,
 * `1` before `2#f` and `1#2` before `f` would have the same key.
 */
export function withoutSeparator(id: string): string {
  return id.replaceAll("%", "%25").replaceAll("#", "%23");
}

export function ownerOfKey(key: string): Owner {
  const [type = ""] = key.split("#", 1);
  return owner.parse({ type, id: key.slice(type.length + 1) });
}

export const isSameOwner = (one: Owner, other: Owner): boolean => one.type === other.type && one.id === other.id;

export function placementOf({ id, owner, placements = {} }: MirrorItem): Placement {
  if (owner === undefined) throw new CorruptItemError(`document ${id} has no owner`);
  return { primary: owner, placements };
}

export function mutable(placements: Placements): NonNullable<MirrorItem["placements"]> {
  return Object.fromEntries(Object.entries(placements).map(([key, folders]) => [key, [...folders]]));
}

/** The contract doesn't promise that a body names its owner (docs/partner-api.md#document-fields). */
export function primaryOwnerIn(body: JsonObject): Owner | undefined {
  const { data } = bodyOwner.safeParse(body);
  return data && { type: data.entityType, id: data.entityId };
}

export function listedFolderIn(body: JsonObject): string {
  return bodyFolder.safeParse(body).data?.folderId ?? "";
}

/** Undefined if the body has no list of placements. An empty list means that the document has none. */
export function placementsIn(body: JsonObject): Placements | undefined {
  const { data } = bodyPlacements.safeParse(body);
  if (data === undefined) return undefined;
  // A placement that the source shows twice counts once. Counted twice, it would lead to two facts with one event id.
  const placements = new Map<string, Set<string>>();
  for (const { entityType, entityId, folderId } of data.placements) {
    const key = ownerKeyOf({ type: entityType, id: entityId });
    const folders = placements.get(key);
    if (folders === undefined) placements.set(key, new Set([folderId ?? ""]));
    else folders.add(folderId ?? "");
  }
  return Object.fromEntries([...placements].map(([key, folders]) => [key, [...folders].sort()]));
}

/** Also removes `folderId` if it names one of the folders. */
export function withoutPlacement(body: JsonObject, owner: Owner, folders: readonly string[]): JsonObject {
  const { folderId, ...rest } = body;
  const shown = typeof folderId === "string" && folders.includes(folderId) ? rest : body;
  const { placements } = shown;
  if (!Array.isArray(placements)) return shown;
  const left = placements.filter((placement: Json) => {
    const { data } = bodyOwner.safeParse(placement);
    return data === undefined || !isSameOwner({ type: data.entityType, id: data.entityId }, owner);
  });
  return { ...shown, placements: left };
}

export function without(placements: Placements, key: string): Placements {
  return Object.fromEntries(Object.entries(placements).filter(([other]) => other !== key));
}

export function sameFolders(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && [...one].sort().join("\n") === [...other].sort().join("\n");
}

export type PlacementAfter =
  | { readonly outcome: "ok"; readonly placement: Placement; readonly silent: boolean }
  | { readonly outcome: "askPrevious"; readonly previous: Owner };

/**
 * A list replaces only its own owner's placements, because it shows no others (docs/partner-api.md#placements). A
 * relocation also removes the former owner's placements, unless the document still shows them. `silent`: the placement
 * is new to the mirror, but not at the source.
 */
export function placementAfter(
  before: Placement,
  observation: DocumentObservation,
  { body }: FetchedDocument,
): PlacementAfter {
  const { owner, previousHolds } = observation;
  const key = ownerKeyOf(owner);
  const shown = placementsIn(body);
  const named = primaryOwnerIn(body);
  const folders = foldersUnder(before, observation, shown, named ?? before.primary);
  const arrives = folders !== undefined && before.placements[key] === undefined;
  let primary = named ?? before.primary;
  if (named === undefined && arrives && !isSameOwner(owner, before.primary)) {
    if (previousHolds === undefined) return { outcome: "askPrevious", previous: before.primary };
    // Only the gaining owner's feed records a relocation. The document has been relocated if the former owner's list no
    // longer shows it (hazard 48).
    if (!previousHolds) primary = owner;
  }
  const relocated = !isSameOwner(primary, before.primary);
  const base = relocated ? movedTo(primary, before, shown) : before.placements;
  const placements = folders === undefined ? without(base, key) : { ...base, [key]: folders };
  // A primary owner has its documents by definition, so a document's first appearance in the owner's list isn't a
  // change.
  const silent = arrives && !relocated && (observation.draining || isSameOwner(owner, before.primary));
  return { outcome: "ok", placement: { primary, placements }, silent };
}

/**
 * Undefined if the owner no longer has the document. A read by id is newer than the list before it, so the placements
 * that the read shows win. If neither shows a placement, the primary owner keeps the stored ones.
 */
function foldersUnder(
  before: Placement,
  { owner, row }: DocumentObservation,
  shown: Placements | undefined,
  primary: Owner,
): readonly string[] | undefined {
  const key = ownerKeyOf(owner);
  const listed = row === undefined ? undefined : [listedFolderIn(row.body)];
  const kept = isSameOwner(primary, owner) ? before.placements[key] : undefined;
  if (shown === undefined) return listed ?? kept;
  return shown[key] ?? (isSameOwner(primary, owner) ? (listed ?? kept ?? [""]) : undefined);
}

function movedTo(primary: Owner, before: Placement, shown: Placements | undefined): Placements {
  const lost = ownerKeyOf(before.primary);
  const gained = ownerKeyOf(primary);
  const kept = shown?.[lost] === undefined ? without(before.placements, lost) : before.placements;
  return { ...kept, [gained]: shown?.[gained] ?? kept[gained] ?? [""] };
}
