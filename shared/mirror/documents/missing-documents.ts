import { ContentionError } from "../../kernel/errors.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { CompletedPass, OwnerOutcome } from "../../polling/owners/owner-mirror.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Moment, Source } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { unanswered } from "../records/unanswered.ts";
import { classifyDocument } from "./classify-document.ts";
import type { DocumentContext, DocumentObservation } from "./document-observation.ts";
import type { DocumentSink } from "./document-sink.ts";
import type { UnderOwner } from "./placement-rows.ts";
import { isSameOwner, ownerKeyOf, placingOf } from "./placing.ts";
import { removedDocument, unplacedDocument } from "./removed-document.ts";
import { type DocumentWriteParts, writeDocument } from "./write-document.ts";

export type MissingDocumentsParts = DocumentWriteParts & {
  readonly sink: Pick<DocumentSink, "find" | "contextOf">;
  readonly timings: Pick<Timings, "confirmGap" | "tombstoneRetention">;
};

type Missing = { readonly row: UnderOwner; readonly item: MirrorItem };

type Settling = {
  readonly parts: MissingDocumentsParts;
  readonly pass: CompletedPass;
  readonly source: Source;
  readonly context: DocumentContext;
};

/** Documents asked for a second time before their canary: more with each group, so that few requests get on, too. */
const firstGroup = 1;
const largestGroup = 16;

/**
 * Settles what the mirror has under an owner and a completed pass didn't show. Under any but the document's primary owner
 * that ends the placement and says nothing of the document (hazards 49, 52). With the primary owner the document itself is
 * asked for: removed when it is gone twice, `confirmGap` apart, with the owner's list answering in between and another
 * document afterwards. Each answer is kept at once: what one visit has no requests for, the next one goes on with.
 */
export async function resolveMissingDocuments(
  parts: MissingDocumentsParts,
  pass: CompletedPass,
  source: Source,
): Promise<OwnerOutcome> {
  const { instance, owner, seen } = pass;
  const candidates = (await parts.rows.under(instance, owner)).filter(
    ({ documentId, since }) => !seen.has(documentId) && since < pass.beganAt,
  );
  if (candidates.length === 0) return { outcome: "observed", changed: 0, open: false };
  const context = await parts.sink.contextOf(instance);
  if (context === undefined) return { outcome: "incomplete", reason: "refused" };
  const settling = { parts, pass, source, context };
  const items = await parts.sink.find(
    instance,
    candidates.map(({ documentId }) => documentId),
  );
  let changed = 0;
  let open = false;
  const due: Missing[] = [];
  for (const [position, row] of candidates.entries()) {
    const item = items[position];
    if (item === undefined || item.state === "deleted" || item.placements?.[ownerKeyOf(owner)] === undefined) {
      // A row is put just before its item: a fresh one may still get it.
      if (row.since < pass.beganAt - parts.timings.confirmGap) await parts.rows.dropUnder(instance, owner, row);
    } else if (!isSameOwner(placingOf(item).primary, owner)) {
      await write(parts, item, unplacedDocument(item, pass, context));
      changed += 1;
    } else if (item.missingAt === undefined) {
      const asked = await ask(settling, item);
      if (asked.outcome === "incomplete") return asked;
      changed += asked.changed;
      open ||= asked.gone;
      if (asked.gone) await write(parts, item, { ...item, missingAt: context.now });
    } else if (context.now - item.missingAt < parts.timings.confirmGap) open = true;
    else due.push({ row, item });
  }
  const confirmed = await confirm(settling, due);
  if (confirmed.outcome === "incomplete") return confirmed;
  return { ...confirmed, changed: changed + confirmed.changed, open: open || confirmed.open };
}

async function confirm(settling: Settling, due: readonly Missing[]): Promise<OwnerOutcome> {
  const { parts, pass } = settling;
  const unrecorded = due.filter(({ item }) => !pass.cascade && pass.notes[item.id]?.deleted === undefined);
  const held = unrecorded.length > 0 && !(await pass.mayConfirm(unrecorded.map(({ item }) => item.id)));
  const asked = held ? due.filter((one) => !unrecorded.includes(one)) : due;
  if (asked.length === 0) return { outcome: "observed", changed: 0, open: held };
  let changed = 0;
  for (let start = 0, size = firstGroup; start < asked.length; start += size, size = Math.min(2 * size, largestGroup)) {
    const gone: (Missing & { readonly moment: Moment })[] = [];
    for (const one of asked.slice(start, start + size)) {
      const answer = await ask(settling, one.item);
      if (answer.outcome === "incomplete") return answer;
      changed += answer.changed;
      if (answer.gone) gone.push({ ...one, moment: answer.moment });
    }
    const canary = gone.length === 0 ? "alive" : await pass.canary();
    if (canary === "exhausted") return { outcome: "incomplete", reason: canary };
    if (canary === "silent") return { outcome: "observed", changed, open: true };
    for (const { item, moment, row } of gone) {
      const retention = parts.timings.tombstoneRetention;
      await write(parts, item, removedDocument(item, pass, moment, { ...settling.context, retention }));
      await parts.rows.dropUnder(pass.instance, pass.owner, row);
      changed += 1;
    }
  }
  return { outcome: "observed", changed, open: held };
}

type Asked =
  | { readonly outcome: "asked"; readonly gone: boolean; readonly changed: number; readonly moment: Moment }
  | Extract<OwnerOutcome, { outcome: "incomplete" }>;

/** Asks for a document by id. One that answers is judged by what it says: it went to another owner, or is only unlisted. */
async function ask({ parts, pass, source, context }: Settling, item: MirrorItem): Promise<Asked> {
  const answer = await source.one({ path: pathOf("document", item.id) });
  if (answer.outcome === "notFound" && answer.problem)
    return { outcome: "asked", gone: true, changed: 0, moment: answer.moment };
  if (answer.outcome !== "ok") return { outcome: "incomplete", reason: unanswered(answer) };
  const { moment } = answer;
  const observation = { ...sightingOf(pass, item, moment), fetched: { body: answer.value, moment } };
  const classification = classifyDocument(item, observation, context);
  if (classification.classification === "changed" || classification.classification === "touched")
    await write(parts, item, classification.item);
  return { outcome: "asked", gone: false, changed: classification.classification === "changed" ? 1 : 0, moment };
}

function sightingOf(pass: CompletedPass, { id }: MirrorItem, moment: Moment): DocumentObservation {
  const { owner, draining, baseline, notes } = pass;
  return { owner, id, row: undefined, moment, detectedBy: "snapshot", draining, baseline, note: notes[id] };
}

/** Throws ContentionError where someone else wrote it meanwhile: the pass is then settled again. */
async function write(parts: DocumentWriteParts, previous: MirrorItem, next: MirrorItem): Promise<void> {
  const outcome = await writeDocument(parts, previous, next);
  if (outcome === "conflict") throw new ContentionError(`document ${next.id} of ${next.instance} moved`);
}
