import { changesBetween } from "../changes-between.ts";
import { changesSince } from "../cut-projection.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { disagreementOf } from "../records/disagreement.ts";
import { risen } from "../records/next-item.ts";
import { changeTimeOf, changeTimesOf, projectionOf, sharedFields } from "../records/projections.ts";
import type { DocumentContext, FetchedDocument } from "./document-observation.ts";
import { datedFacts, factsOfDocument } from "./facts-of-document.ts";
import { placementOf } from "./placement.ts";
import { contentAtRead } from "./replacement.ts";

/**
 * Only the document's fields can change here; its placements depend on its owners' lists. Undefined if there is nothing
 * to write, or if this read can't decide: the item is removed, may be gone, or may be newer than the read.
 */
export function rereadDocument(
  item: MirrorItem,
  { body, moment }: FetchedDocument,
  context: DocumentContext,
): { readonly classification: "touched" | "changed"; readonly item: MirrorItem } | undefined {
  const isSettling = item.state === "deleted" || item.missingAt !== undefined;
  if (isSettling || moment.beganAt < item.asOf + context.lateReadMargin) return undefined;
  const full = projectionOf("document", body);
  if (item.full?.digest === full?.digest) return undefined;
  const times = changeTimesOf(body);
  const bodies = { lean: item.lean?.omitted === undefined ? item.lean?.body : undefined, full: body };
  const disagreement = disagreementOf("document", bodies, item, context.now);
  const next: MirrorItem = { ...item, asOf: Math.max(item.asOf, moment.asOf), ...times, full, disagreement };
  const changes =
    item.full === undefined
      ? changesBetween("document", ...sharedFields(item.lean?.body ?? {}, body))
      : changesSince("document", item.full, { from: item.full.body, to: body });
  const placing = placementOf(item);
  const facts = factsOfDocument({ before: placing, after: placing, changes, replaced: false });
  if (facts.length === 0) return { classification: "touched", item: next };
  const replaced = facts.some(({ type }) => type === "document.content_replaced");
  // The journal also records the replacement. Its entries up to this time count as published.
  const contentAt = replaced ? contentAtRead(item, moment) : item.contentAt;
  const moved = changeTimeOf(times) !== changeTimeOf(item);
  const dated = datedFacts(facts, { modified: moved ? changeTimeOf(times) : undefined });
  const entry = { detectedBy: "scrub", ...dated } as const;
  return { classification: "changed", item: risen(item, { ...next, contentAt }, context, entry) };
}
