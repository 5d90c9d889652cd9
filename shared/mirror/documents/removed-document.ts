import type { Moment } from "../../source/source.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror-item.ts";
import { removalReason, risen, tombstoneOf } from "../next-item.ts";
import type { DocumentContext } from "./document-observation.ts";
import { factsOfDocument } from "./facts-of-document.ts";
import type { CompletedPass } from "./owner-read.ts";
import { mutable, ownerKeyOf, placementOf, without, withoutPlacement } from "./placement.ts";

export function unplacedDocument(item: MirrorItem, pass: CompletedPass, context: DocumentContext): MirrorItem {
  const before = placementOf(item);
  const after = { ...before, placements: without(before.placements, ownerKeyOf(pass.owner)) };
  const facts: Fact[] = factsOfDocument({ before, after, changes: [], replaced: false });
  const { owner } = pass;
  const lost = before.placements[ownerKeyOf(owner)] ?? [];
  const { lean, full } = item;
  const next = {
    ...item,
    lean: lean && { ...lean, body: withoutPlacement(lean.body, owner, lost) },
    full: full && { ...full, body: withoutPlacement(full.body, owner, lost) },
    missingAt: undefined,
    placements: mutable(after.placements),
  };
  return risen(item, next, context, { ...sourceOf(item, pass), facts });
}

export function removedDocument(
  item: MirrorItem,
  pass: CompletedPass,
  { asOf }: Moment,
  context: DocumentContext & { readonly retention: number },
): MirrorItem {
  const { primary } = placementOf(item);
  const reason = removalReason({ cascade: pass.cascade, recorded: pass.notes[item.id]?.deleted !== undefined });
  const facts: Fact[] = [{ type: "document.removed", key: "", owner: primary }];
  const placeless = { ...item, missingAt: undefined, placements: {} };
  return tombstoneOf(placeless, asOf, context, { ...sourceOf(item, pass), facts, reason });
}

function sourceOf({ id }: MirrorItem, { notes }: CompletedPass): Pick<ChangeLogEntry, "detectedBy" | "timestamp"> {
  const deleted = notes[id]?.deleted;
  if (deleted === undefined) return { detectedBy: "snapshot" };
  return { detectedBy: "journal", ...(deleted !== "" && { timestamp: deleted }) };
}
