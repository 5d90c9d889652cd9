import type { Moment } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { proofState } from "../removals/removal-proof.ts";
import type { ReadPage } from "./compare-page.ts";
import type { OwnerOutcome } from "./owner-mirror.ts";
import type { OwnerParts } from "./owner-parts.ts";
import { weighMissing } from "./weigh-missing.ts";

/** What a hold of folders is named by. */
const heldAs = "folder";

/**
 * Brings an owner's folder list into the mirror. Folders can't be read by id: complete lists take the place of the proof's
 * questions, and an entry of the journal that of the whole proof. A row without a readable id may be any folder, so such a
 * list removes none. `reopened`: the pass before left something undecided, so its removals may have been held.
 */
export async function observeFolders(
  parts: Pick<OwnerParts, "mirror" | "guard" | "clock" | "timings">,
  { feed }: Visit,
  { read, rows, ids, unidentified }: ReadPage,
  moment: Moment,
  reopened: boolean,
): Promise<OwnerOutcome> {
  const { mirror, guard, clock, timings } = parts;
  return mirror.observeFolders({ ...read, moment, rows, shown: new Set(ids) }, async (missed) => {
    await guard.count(feed, heldAs, ids.length + missed.length);
    if (unidentified > 0) return { gone: new Set(), dismissed: new Set() };
    if (read.foldersDeleted) return { gone: idsOf(missed), dismissed: new Set() };
    const at = { now: clock.now(), confirmGap: timings.confirmGap };
    const due = missed.filter(({ missingAt }) => proofState(missingAt, at) === "due");
    const { free, dismissed, decided, held } = await weighMissing(parts, feed, heldAs, due, unidentified);
    if ((reopened || decided) && !held) await guard.release(read.instance, heldAs, feed.feedId);
    return { gone: idsOf(free), dismissed: idsOf(dismissed) };
  });
}

const idsOf = (all: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));
