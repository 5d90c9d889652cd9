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
 * Returns the placements of a document after an observation. A list replaces its own owner's placements only, because
 * it shows no others (docs/partner-api.md#placements). A relocation also removes the former owner's placements, unless
 * the document still shows them. `silent`: the placement is new to the mirror, but not at the source.
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
  // The primary owner holds its documents by definition, so it is no change if its list shows one.
  const silent = arrives && !relocated && (observation.draining || isSameOwner(owner, before.primary));
  return { outcome: "known", placement: { primary, placements }, silent };
}

/**
 * Returns the folders that hold the document under the owner; undefined if the owner no longer has it. A read by id is
 * newer than the list before it, so the placements that it shows win. If neither shows a placement, the primary owner
 * keeps the stored ones.
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
