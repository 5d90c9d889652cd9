import type { Owner } from "../../kernel/envelope.ts";
import type { PassEnd, Visit } from "../feed-reader.ts";
import { askInstance } from "./confirm-documents.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import { endOfUnobserved, type OwnerParts } from "./owner-parts.ts";

/**
 * The owner is gone, and with it the feed that recorded what became of its documents (R:325): its last snapshot is the only
 * witness. What that held is asked for by id, and told as removed with the reason `cascade` (hazard 34).
 */
export async function settleGoneOwner(
  { mirror, clock, timings }: OwnerParts,
  { feed, source }: Visit,
  owner: Owner,
  { snapshot }: OwnerDocuments,
  gone: PassEnd,
): Promise<PassEnd> {
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
  if (settled.outcome === "incomplete") return endOfUnobserved(settled);
  if (settled.open) return { outcome: "waiting", until: clock.now() + timings.confirmGap };
  await mirror.dropFolders(read);
  return gone;
}
