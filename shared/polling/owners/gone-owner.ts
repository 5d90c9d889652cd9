import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { resourceOfOwner } from "../../kernel/owner-resource.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { askInstance } from "./confirm-documents.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import type { OwnerParts } from "./owner-parts.ts";

/** Whose walk proves that the owner is gone; it is asked for once. */
export function walkAskedFor({ failures }: Visit["feed"], { type }: Owner): RecordResource | undefined {
  return failures === 0 ? resourceOfOwner[type] : undefined;
}

/**
 * The owner is gone, and with it the feed that recorded what became of its documents
 * (docs/partner-api.md#owner-deleted): its last snapshot is the only witness. What that held is asked for by id, and
 * told as removed with the reason `cascade` (hazard 34). The owner's own removal must be told before: lost access looks
 * like it for all owners at once, and that is held back there (hazard 27).
 */
export async function resolveGoneOwner(
  { owners, mirror, clock, timings }: OwnerParts,
  { feed, source }: Visit,
  owner: Owner,
  { snapshot }: OwnerDocuments,
): Promise<"settled" | "untold" | PassEnd> {
  if (!(await owners.ownerIsGone(feed.instance, owner))) return "untold";
  const read = {
    instance: feed.instance,
    owner,
    draining: false,
    baseline: false,
    notes: snapshot.notes,
    foldersDeleted: false,
  };
  const settled = await mirror.settleMissing(
    {
      ...read,
      seen: new Set(),
      beganAt: Number.MAX_SAFE_INTEGER,
      cascade: true,
      canary: () => askInstance(source),
      mayConfirm: () => Promise.resolve(true),
    },
    source,
  );
  if (settled.outcome === "incomplete") return endBecauseOf(settled);
  if (settled.open) return { outcome: "waiting", until: clock.now() + timings.confirmGap };
  await mirror.dropFolders(read);
  return "settled";
}
