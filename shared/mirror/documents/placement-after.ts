import type { Owner } from "../../kernel/envelope.ts";
import type { DocumentObservation, FetchedDocument } from "./document-observation.ts";
import {
  isSameOwner,
  listedFolderIn,
  ownerKeyOf,
  type Placement,
  type Placements,
  placementsIn,
  primaryOwnerIn,
  without,
} from "./placement.ts";

export type PlacementAfter =
  | { readonly outcome: "known"; readonly placement: Placement; readonly silent: boolean }
  | { readonly outcome: "askPrevious"; readonly previous: Owner };

/**
 * The placements of a document after an observation. A list replaces its own owner's entry and no other, since it shows one
 * owner's placements only (docs/partner-api.md#placements); only a relocation takes the former owner's away. `silent`:
 * the entry is new to us, not to the source.
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
    // An owner's feed records only what it gained: whose document it was is found by whose list no longer has it (hazard 48).
    if (!previousHolds) primary = owner;
  }
  const relocated = !isSameOwner(primary, before.primary);
  const base = relocated ? movedTo(primary, before, shown) : before.placements;
  const placements = folders === undefined ? without(base, key) : { ...base, [key]: folders };
  // The primary owner holds its documents by definition: that its list shows one is no news.
  const silent = arrives && !relocated && (observation.draining || isSameOwner(owner, before.primary));
  return { outcome: "known", placement: { primary, placements }, silent };
}

/**
 * Undefined where the owner has it no longer. What a read by id shows is newer than the list it followed; where it shows
 * nothing, its primary owner keeps what it had until another one's list shows the document.
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
