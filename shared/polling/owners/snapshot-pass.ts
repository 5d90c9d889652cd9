import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import type { Moment } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, takenStep } from "../feed-reader.ts";
import { firstLimit } from "../rows/page-sizes.ts";
import { comparePage, observeDocuments } from "./observe-documents.ts";
import type { OwnerDocuments, SnapshotPass } from "./owner-checkpoint.ts";
import { type DocumentsPass, type DocumentsStep, type OwnerParts, type OwnerVisit, ownerQuery } from "./owner-parts.ts";
import { documentWitnesses, type OwnerProof, observeFolders, proveDocuments } from "./prove-missing.ts";
import { completedSnapshot, type RunningSnapshot, readOf, underWay, withPass } from "./snapshot-state.ts";

/** How often a pass may start over in one visit because its cursor expired. */
const mostRestarts = 2;

/** `ids`: those of the last page. */
type ReadLists = {
  readonly outcome: "next";
  readonly ids: readonly string[];
  readonly moment: Moment;
  readonly documents: RunningSnapshot;
};

/** Only a pass that was read to its end decides what is missing. */
export async function* snapshotPass(
  parts: OwnerParts,
  visit: OwnerVisit,
  owner: Owner,
  before: OwnerDocuments,
): DocumentsPass {
  const begun = await underWay(parts, visit, owner, before);
  const { goesFirst = false, ...pass } = begun.snapshot.pass;
  // The checkpoint keeps this `goesFirst` only if the visit reads no page. After a fault, the journal comes first,
  // because unreadable pages would use up the visit's requests.
  if (visit.feed.failures === 0) yield noted(withPass(begun, { ...pass, goesFirst: !goesFirst }));
  let documents = withPass(begun, pass);
  if (documents.snapshot.pass.digests.length === 0) {
    const query = ownerQuery(owner);
    // Folders are identified by id in the complete tree, because siblings may share the names that journal entries
    // contain (hazard 46).
    const answer = await visit.source.page({ path: "/document/folder", query });
    if (answer.outcome !== "ok") return endBecauseOf(answer);
    const { moment, value } = answer;
    const unread = documents;
    const folders = yield* takenStep({
      mayWait: true,
      further: true,
      observe: () =>
        comparePage(parts, visit, owner, unread, value, ({ read, rows, ids, unidentified }) => {
          const tree = { ...read, moment, rows, shown: new Set(ids), unidentified, ownerIsGone: false };
          return observeFolders(parts, visit, tree, unread.snapshot.againAt !== undefined);
        }),
    });
    documents = folders.documents;
  }
  const read = yield* readDocuments(parts, visit, owner, documents);
  if (read.outcome !== "next") return read;
  const { ids, moment } = read;
  const completed = yield* takenStep({
    mayWait: true,
    async observe() {
      const proven = await proveMissing(parts, visit, owner, read.documents, ids);
      if (proven.outcome === "incomplete") return proven;
      const { pass } = read.documents.snapshot;
      const open = pass.open || proven.undecided.size > 0;
      const undecided = new Set([...proven.undecided, ...(pass.leftOut ?? [])]);
      // This pass's first page is saved, so a crash can't lead back to an earlier pass. If the documents fit on one
      // page, this pass noted none, and any notes of earlier passes expire.
      if (hasNotedPages(pass)) await parts.notes.forgetPagesBefore(visit.feed.feedId, pass.generation);
      const all = withPass(read.documents, { ...pass, open, changed: pass.changed || proven.changed > 0 });
      return {
        outcome: "observed",
        changed: proven.changed,
        documents: completedSnapshot(all, moment, undecided, parts),
      };
    },
  });
  return endOfCompleted(completed.documents, parts.timings);
}

/**
 * Entries that arrived during the pass are handled as soon as possible. The feed waits at most `confirmGap` for another
 * pass, because its journal isn't read meanwhile.
 */
function endOfCompleted({ snapshot }: OwnerDocuments, { confirmGap }: OwnerParts["timings"]): PassEnd {
  const { againAt, againAfter = 0, dirty } = snapshot;
  if (dirty) return { outcome: "yielded" };
  if (againAt === undefined || againAfter > confirmGap) return { outcome: "done" };
  return { outcome: "waiting", until: againAt };
}

/** Each page is a step. If this visit can't conclude the pass, the next visit reads the last page again. */
async function* readDocuments(
  parts: OwnerParts,
  visit: OwnerVisit,
  owner: Owner,
  from: RunningSnapshot,
): AsyncGenerator<DocumentsStep, ReadLists | PassEnd, undefined> {
  let documents = from;
  let restarts = 0;
  for (;;) {
    const { pass } = documents.snapshot;
    const { cursor } = pass;
    const query = { ...ownerQuery(owner), ...defined({ cursor }), limit: String(firstLimit({})) };
    const answer = await visit.source.page({ path: "/document/cursor", query });
    if (answer.outcome === "badRequest") {
      if (cursor === undefined || restarts === mostRestarts) return endBecauseOf(answer);
      restarts += 1;
      const again = withPass(documents, restarted(pass));
      yield noted(again);
      documents = again;
      continue;
    }
    if (answer.outcome !== "ok") return endBecauseOf(answer);
    const { moment, value } = answer;
    const { nextCursor } = value;
    if (nextCursor !== undefined && nextCursor === cursor) return { outcome: "failed", reason: "no_progress" };
    const before = documents;
    const page = yield* takenStep({
      ...(nextCursor === undefined ? { mayWait: true } : { further: true }),
      async observe() {
        const looked = await comparePage(parts, visit, owner, before, value, ({ read, rows }) =>
          observeDocuments(parts, visit, { ...read, moment, detectedBy: "snapshot", rows }),
        );
        if (looked.outcome === "incomplete") return looked;
        const compared = looked.documents;
        const after = compared.snapshot.pass;
        if (nextCursor === undefined) {
          const documents = withPass(compared, { ...after, digests: after.digests.slice(0, -1) });
          return { ...looked, compared, documents };
        }
        await parts.notes.notePage(visit.feed.feedId, pass.generation, pass.digests.length, looked.ids);
        return { ...looked, compared, documents: withPass(compared, { ...after, cursor: nextCursor }) };
      },
    });
    if (nextCursor === undefined) return { outcome: "next", ids: page.ids, moment, documents: page.compared };
    documents = page.documents;
  }
}

function noted(documents: RunningSnapshot): DocumentsStep {
  return { mayWait: true, observe: () => Promise.resolve({ outcome: "observed", changed: 0, documents }) };
}

/**
 * An incomplete pass proves nothing, so after an expired cursor the documents are read again under a new generation.
 */
function restarted(pass: SnapshotPass): SnapshotPass {
  const { cursor: _, ...rest } = pass;
  return { ...rest, generation: pass.generation + 1, digests: pass.digests.slice(0, 1), unidentified: 0 };
}

/**
 * Whether a completed pass noted pages. It has a digest of the folder list and of each page, and it doesn't note its
 * last page.
 */
const hasNotedPages = ({ digests }: SnapshotPass): boolean => digests.length > 2;

/** `lastPage`: the ids of the completed pass's last page, which aren't noted. */
async function proveMissing(
  parts: OwnerParts,
  visit: OwnerVisit,
  owner: Owner,
  documents: RunningSnapshot,
  lastPage: readonly string[],
): Promise<OwnerProof> {
  const { pass } = documents.snapshot;
  const seen = new Set(lastPage);
  if (hasNotedPages(pass)) {
    for await (const page of parts.notes.pages(visit.feed.feedId, pass.generation)) {
      for (const id of page) seen.add(id);
    }
  }
  const reopened = documents.snapshot.againAt !== undefined;
  const { beganAt, unidentified = 0 } = pass;
  const completed = { ...readOf(visit, owner, documents), seen, beganAt, cascade: false, reopened, unidentified };
  return proveDocuments(parts, visit, completed, documentWitnesses(visit, owner, lastPage));
}
