import type { Owner } from "../../kernel/envelope.ts";
import type { Moment } from "../../source/source.ts";
import { endBecauseOf, endOfUnobserved, type PassEnd, type Visit } from "../feed-reader.ts";
import { firstLimit, smallerLimit } from "../rows/page-limit.ts";
import { comparePage } from "./compare-page.ts";
import type { OwnerDocuments } from "./owner-checkpoint.ts";
import { type DocumentsPassed, type DocumentsStep, type OwnerParts, ownerQuery } from "./owner-parts.ts";
import { documentWitnesses, type ProvenDocuments, proveDocuments } from "./prove-documents.ts";
import { completedSnapshot, type RunningSnapshot, readOf, underWay, withPass } from "./snapshot-state.ts";

/** How often a pass begins anew in one visit because its cursor expired. */
const mostRestarts = 2;

/** What a pass has read, what of it isn't saved yet, and how it ended; `last`: nothing follows. */
type Read = {
  readonly documents: RunningSnapshot;
  readonly unsaved: number;
  readonly end: PassEnd | { readonly outcome: "last"; readonly ids: readonly string[]; readonly moment: Moment };
};

/**
 * Reads an owner's folder list and all its documents, and compares them with the mirror. A pass may take several visits;
 * what is missing is concluded from one that was read to its end.
 */
export async function* snapshotPass(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  before: OwnerDocuments,
): AsyncGenerator<DocumentsStep, DocumentsPassed, undefined> {
  const begun = await underWay(parts, visit, owner, before);
  const tree = begun.snapshot.pass.digests.length === 0 ? await readFolders(parts, visit, owner, begun) : undefined;
  const read =
    tree === undefined || tree.outcome === "observed"
      ? yield* readDocuments(parts, visit, owner, tree?.documents ?? begun, tree?.changed ?? 0)
      : { documents: begun, unsaved: 0, end: tree.end };
  const { unsaved } = read;
  let { documents } = read;
  let end = read.end.outcome === "last" ? undefined : read.end;
  if (read.end.outcome === "last") {
    const { ids, moment } = read.end;
    const proven = await proveMissing(parts, visit, owner, documents, ids);
    if (proven.outcome === "observed") {
      const { pass } = documents.snapshot;
      const open = pass.open || proven.open;
      const all = withPass(documents, { ...pass, open, changed: pass.changed || proven.changed > 0 });
      const completed = completedSnapshot(all, moment, parts);
      yield { documents: completed, changed: unsaved + proven.changed, last: true };
      return { documents: completed, end: endOfCompleted(completed, parts.timings) };
    }
    // The last page is read again by the next visit, which goes on with the proof.
    const { pass } = documents.snapshot;
    documents = withPass(documents, { ...pass, digests: pass.digests.slice(0, -1) });
    end = proven.end;
  }
  // What an interrupted pass has read is kept, or a small allowance would never see its end.
  if (documents.snapshot.pass.digests.length > 0) yield { documents, changed: unsaved, last: true };
  return { documents, end: end ?? { outcome: "done" } };
}

/** News that came during the pass are looked at as soon as possible. The journal mustn't wait for what takes longer. */
function endOfCompleted({ snapshot }: OwnerDocuments, { confirmGap }: OwnerParts["timings"]): PassEnd {
  const { againAt, againAfter = 0, dirty } = snapshot;
  if (dirty) return { outcome: "yielded" };
  if (againAt === undefined || againAfter > confirmGap) return { outcome: "done" };
  return { outcome: "waiting", until: againAt };
}

type Folders =
  | { readonly outcome: "observed"; readonly documents: RunningSnapshot; readonly changed: number }
  | { readonly outcome: "stopped"; readonly end: PassEnd };

/** By id, from the complete tree: names in the journal's entries may repeat among siblings (hazard 46). */
async function readFolders(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  documents: RunningSnapshot,
): Promise<Folders> {
  const answer = await visit.source.page({ path: "/document/folder", query: ownerQuery(owner) });
  if (answer.outcome !== "ok") return { outcome: "stopped", end: endBecauseOf(answer) };
  const looked = await comparePage(parts, visit, owner, documents, answer.value, (rows, read) =>
    parts.mirror.observeFolders({ ...read, moment: answer.moment, rows }),
  );
  return looked.outcome === "observed" ? looked : { outcome: "stopped", end: endOfUnobserved(looked) };
}

async function* readDocuments(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  from: RunningSnapshot,
  fromFolders: number,
): AsyncGenerator<DocumentsStep, Read, undefined> {
  let documents = from;
  let unsaved = fromFolders;
  let restarts = 0;
  for (;;) {
    const { pass } = documents.snapshot;
    const { cursor, limit = firstLimit({}) } = pass;
    const query = { ...ownerQuery(owner), ...(cursor !== undefined && { cursor }), limit: String(limit) };
    const answer = await visit.source.page({ path: "/document/cursor", query });
    if (answer.outcome === "badRequest") {
      const smaller = cursor === undefined ? smallerLimit(limit) : undefined;
      if (smaller === undefined && (cursor === undefined || restarts === mostRestarts))
        return { documents, unsaved, end: endBecauseOf(answer) };
      restarts += 1;
      documents = withPass(documents, restarted(pass, smaller ?? limit));
      continue;
    }
    if (answer.outcome !== "ok") return { documents, unsaved, end: endBecauseOf(answer) };
    const { moment, value } = answer;
    if (value.nextCursor !== undefined && value.nextCursor === cursor)
      return { documents, unsaved, end: { outcome: "failed", reason: "no_progress" } };
    const looked = await comparePage(parts, visit, owner, documents, value, (rows, read) =>
      parts.mirror.observeDocuments({ ...read, moment, detectedBy: "snapshot", rows }, visit.source),
    );
    if (looked.outcome === "incomplete") return { documents, unsaved, end: endOfUnobserved(looked) };
    documents = looked.documents;
    unsaved += looked.changed;
    const { ids } = looked;
    if (value.nextCursor === undefined) return { documents, unsaved, end: { outcome: "last", ids, moment } };
    await parts.notes.notePage(visit.feed.feedId, pass.generation, pass.digests.length, ids);
    documents = withPass(documents, { ...documents.snapshot.pass, cursor: value.nextCursor });
    yield { documents, changed: unsaved };
    unsaved = 0;
  }
}

/** An expired cursor: what half a pass saw proves nothing, so its documents are read again, as another generation. */
function restarted(
  { cursor, ...pass }: RunningSnapshot["snapshot"]["pass"],
  limit: number,
): RunningSnapshot["snapshot"]["pass"] {
  const generation = cursor === undefined ? pass.generation : pass.generation + 1;
  return { ...pass, limit, generation, digests: pass.digests.slice(0, 1) };
}

/** Proves what the completed pass didn't show; `lastPage`: the ids of its last page, which no note holds. */
async function proveMissing(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  documents: RunningSnapshot,
  lastPage: readonly string[],
): Promise<ProvenDocuments> {
  const { pass } = documents.snapshot;
  // A row without a readable id may be any document, so nothing counts as missing from such a list.
  if (pass.unreadable) return { outcome: "observed", changed: 0, open: false };
  const seen = new Set(lastPage);
  // With the folder list's digest and the last page's alone, no other page was noted.
  if (pass.digests.length > 2) {
    for await (const page of parts.notes.pages(visit.feed.feedId, pass.generation)) {
      for (const id of page) seen.add(id);
    }
  }
  const completed = { ...readOf(visit, owner, documents), seen, beganAt: pass.beganAt, cascade: false };
  return proveDocuments(parts, visit, completed, documentWitnesses(visit, owner, lastPage));
}
