import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { sha256Text } from "../../kernel/hash.ts";
import type { OwnerRead } from "../../mirror/documents/owner-read.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { pathOf } from "../../source/path-of.ts";
import type { SourcePage } from "../../source/source.ts";
import type { DocumentPage } from "../documents/owner-mirror.ts";
import type { Visit } from "../feed-reader.ts";
import { type Incomplete, type Observed, type ObserveOutcome } from "../feed-reader.ts";
import { observeAnswered } from "../observe/observe-answered.ts";
import { keepPoison, keepRefused } from "../observe/row-sinks.ts";
import { anyList, mostWitnesses, type WitnessQuestion } from "../rows/check-witness.ts";
import { listedId, ownerPath, recordRow, rowJson } from "../rows/record-row.ts";
import type { SnapshotPass } from "./owner-checkpoint.ts";
import type { OwnerParts, OwnerVisit } from "./owner-parts.ts";
import { type RunningSnapshot, readOf, withPass } from "./snapshot-state.ts";

/** Leaves out documents whose read by id gets no response. The owner's documents must then be read again. */
export async function observeDocuments(
  { mirror, quarantine }: OwnerParts,
  visit: Visit,
  page: DocumentPage,
): Promise<ObserveOutcome> {
  const observe = async (rows: readonly RecordRow[]) => ({
    outcome: await mirror.observeDocuments({ ...page, rows }, visit.source),
  });
  const { outcome, unanswered } = await observeAnswered(quarantine, visit.feed, page.rows, observe, (others) =>
    witnessesOf(visit, page, others),
  );
  if (outcome.outcome === "incomplete") return outcome;
  const leftOut = [...(outcome.leftOut ?? []), ...unanswered];
  return leftOut.length === 0 ? outcome : { ...outcome, leftOut };
}

/**
 * The witnesses are other documents, because a fault may affect only reads of documents. If the page has no other
 * document, the witness is the owner. A phase can't be requested, so its witness is a list that every instance has.
 */
function witnessesOf(
  { source }: Visit,
  { owner }: DocumentPage,
  others: readonly RecordRow[],
): readonly WitnessQuestion[] {
  if (others.length > 0)
    return others.slice(0, mostWitnesses).map(
      ({ id }) =>
        () =>
          source.one({ path: pathOf("document", id) }),
    );
  const path = ownerPath(owner);
  return [path === undefined ? anyList(source) : () => source.one({ path })];
}

/** The pass after one more page, and the ids that the page showed, including those of unreadable rows. */
type ComparedPage = Observed & { readonly documents: RunningSnapshot; readonly ids: readonly string[] };

type ReadPage = {
  readonly rows: readonly RecordRow[];
  readonly ids: readonly string[];
  readonly unidentified: number;
  readonly read: OwnerRead;
};

/**
 * The folder list is the first page of a pass. A page that equals the corresponding page of the last pass is skipped,
 * unless the owner is dirty. A dirty owner may have changes that the rows don't show.
 */
export async function comparePage(
  parts: OwnerParts,
  visit: OwnerVisit,
  owner: Owner,
  documents: RunningSnapshot,
  page: SourcePage,
  observe: (page: ReadPage) => Promise<ObserveOutcome>,
): Promise<ComparedPage | Incomplete> {
  const { pass, digests } = documents.snapshot;
  const { feed } = visit;
  const read = page.items.map(recordRow);
  const rows = read.filter((row) => row !== undefined);
  const ids = page.items.flatMap((row) => listedId(row) ?? []);
  const unidentified = page.items.length - ids.length;
  const poison = page.items.filter((_, position) => read[position] === undefined);
  await keepPoison(parts.quarantine, feed, poison);
  const noted = withUnidentified(pass, pass.digests.length === 0 ? 0 : unidentified);
  const digest = digestOf(page);
  if (!pass.dirty && digests[pass.digests.length] === digest) {
    const same = withPass(documents, { ...pass, ...noted, digests: [...pass.digests, digest] });
    return { outcome: "observed", documents: same, changed: 0, ids };
  }
  const outcome = await observe({ rows, ids, unidentified, read: readOf(visit, owner, documents) });
  if (outcome.outcome === "incomplete") return outcome;
  await keepRefused(parts.quarantine, feed, rows, outcome.quarantined);
  const { leftOut = [] } = outcome;
  const withNotes = leftOut.filter((id) => pass.notes[id] !== undefined);
  const all = [...new Set([...(pass.leftOut ?? []), ...withNotes])];
  const next = {
    ...pass,
    ...noted,
    digests: [...pass.digests, outcome.open || leftOut.length > 0 ? "" : digest],
    changed: pass.changed || outcome.changed > 0,
    open: pass.open || outcome.open === true,
    ...(all.length > 0 && { leftOut: all }),
  };
  return { outcome: "observed", documents: withPass(documents, next), changed: outcome.changed, ids };
}

/**
 * Used as the number of rows without a readable id if a checkpoint of an earlier version noted only that there were
 * some.
 */
const ofUnknownNumber = 1_000_000_000;

/** Counts only rows of the document list. `FolderTree` has the number for the folder list, which is the first page. */
function withUnidentified(pass: SnapshotPass, count: number): Pick<SnapshotPass, "unidentified" | "unreadable"> {
  const unidentified = (pass.unidentified ?? (pass.unreadable ? ofUnknownNumber : 0)) + count;
  return { unidentified, unreadable: unidentified > 0 };
}

function digestOf({ items }: SourcePage): string {
  // Most owners have neither folders nor documents.
  if (items.length === 0) return "none";
  return sha256Text("base64url", canonicalJson(items.map((row) => rowJson(row) ?? null))).slice(0, 22);
}
