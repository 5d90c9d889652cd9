import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Visit } from "../feed-reader.ts";
import { ownerPath } from "../journal/unresolved-owner.ts";
import type { DocumentPage } from "../observe/document-sink.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import { anyList, mostWitnesses, type WitnessQuestion } from "../removals/check-witness.ts";
import { observeAnswered } from "../rows/observe-answered.ts";
import type { OwnerParts } from "./owner-parts.ts";

/**
 * Stores a page of an owner's documents in the mirror, without those for which the source never responds by id. While
 * one is left out, the owner's documents must be read again.
 */
export async function observeDocuments(
  { mirror, quarantine }: Pick<OwnerParts, "mirror" | "quarantine">,
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
 * Returns other documents as witnesses, because document reads alone may be down. If no other document is on the page,
 * the witness is the owner. A phase can't be requested, so its witness is any list.
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
