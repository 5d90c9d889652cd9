import { canonicalJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import { sha256 } from "../../kernel/hash.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { isJsonObject, type Json } from "../../kernel/json.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type FeedReader, type ObserveOutcome, type Step, stepTo, type Visit } from "../feed-reader.ts";
import { observeRows } from "../observe/observe-rows.ts";
import { anyList, mostWitnesses } from "../rows/check-witness.ts";
import { type OneById, readById } from "../rows/read-by-id.ts";
import { recordPath, rowJson } from "../rows/record-row.ts";
import {
  storedWalk,
  type WalkCheckpoint,
  type WalkParts,
  type WalkPassed,
  walkCheckpointOf,
  walkStep,
  wholeLists,
} from "../walks/walk-checkpoint.ts";
import { goOn } from "../walks/walk-reader.ts";
import { readPage, templatePages } from "./template-pages.ts";

/** A list with more pages than this is walked at each visit, because one visit has requests for only a few pages. */
const mostPages = 3;

/**
 * Templates have neither timelines nor cursors (docs/partner-api.md#templates-by-list-only), so each visit lists them.
 * If the list differs from the previous one, it is walked like a resource: its rows go into the mirror, and missing
 * templates are confirmed one by one. The list doesn't show all fields of a template, so each template is also read by
 * id once per `walkPeriod`.
 */
export function createTemplateReader(parts: WalkParts): FeedReader {
  return {
    async *read(visit) {
      let checkpoint = walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      if (isDueByIds(checkpoint, parts)) {
        const read = yield* readTemplates(parts, visit, checkpoint);
        if (read.outcome !== "next") return read;
        checkpoint = read.checkpoint;
      }
      if (checkpoint.phase.name !== "idle") return yield* goOn(parts, visit, checkpoint, templatePages);
      const list = await wholeList(visit, checkpoint);
      const { digest, from } = list ?? {};
      const { digest: before, askAgainAt, heldAt, ...rest } = checkpoint;
      // The checkpoint of an earlier version doesn't say whether its walk reached a decision on every template.
      const isUnknown = checkpoint.completedAt !== undefined && checkpoint.decided === undefined;
      const isOpen = isUnknown || heldAt !== undefined || (askAgainAt !== undefined && askAgainAt <= parts.clock.now());
      if (digest !== undefined && digest === before && !isOpen) {
        const isRead = from !== undefined && askAgainAt === undefined && checkpoint.decided === true;
        return { outcome: "done", complete: isRead ? { from, lateness: 0 } : undefined };
      }
      // The digest is saved before the walk, so that a change during the walk makes the next visit's list differ. An
      // older digest is dropped even if this list has no digest: if the list returns to the older content after this
      // walk, it has changed again.
      return yield* goOn(parts, visit, { ...rest, ...defined({ digest, heldAt }) }, templatePages);
    },
  };
}

function isDueByIds({ phase, completedAt, readAt }: WalkCheckpoint, { clock, timings }: WalkParts) {
  if (phase.name === "reading") return true;
  // Checkpoints of earlier versions may lack `readAt`.
  const last = readAt ?? completedAt;
  return phase.name === "idle" && last !== undefined && !isRecent(last, timings.walkPeriod, clock.now());
}

/** Counts that change when other records do (docs/partner-api.md#moving-counts, hazard 20). */
const counts = new Set(["numCompanies", "numProjects"]);

/** `from`: when the source was first asked for the list (unix ms, its clock). */
type WholeList = { readonly digest: string; readonly from?: number };

/**
 * Returns undefined if the list has too many pages, or if they can't all be read now. The list may change between two
 * pages. If the digest is the same nevertheless, the next visit shows what changed meanwhile.
 */
async function wholeList(visit: Visit, checkpoint: WalkCheckpoint): Promise<WholeList | undefined> {
  const rows: Json[] = [];
  let from: number | undefined;
  for (const list of wholeLists(checkpoint)) {
    for (let offset = 0; ; ) {
      const answer = await readPage(visit, list, offset);
      if (answer.outcome !== "ok" || answer.value.totalItems === undefined) return undefined;
      const { items, totalItems } = answer.value;
      from ??= answer.moment.beganAt;
      if (offset === 0 && totalItems > items.length * mostPages) return undefined;
      for (const row of items) rows.push(withoutCounts(rowJson(row) ?? null));
      offset += items.length;
      if (offset >= totalItems) break;
      if (items.length === 0) return undefined;
    }
  }
  return { digest: sha256(canonicalJson(rows)).toString("base64url").slice(0, 22), ...defined({ from }) };
}

function withoutCounts(row: Json): Json {
  if (!isJsonObject(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([field]) => !counts.has(field)));
}

/** A read by id shows fields that the list doesn't (docs/partner-api.md#template-single-reads). */
async function* readTemplates(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { feed, source } = visit;
  const ids: string[] = [];
  for await (const page of parts.notes.pages(feed.feedId, before.generation)) ids.push(...page);
  let checkpoint = before;
  const from = before.phase.name === "reading" ? before.phase.position : 0;
  const pathOf = (id: string) => recordPath(resourceOf(feed), id);
  const reading = readById(visit, {
    ids: ids.slice(from),
    pathOf,
    witnesses: (unanswered) => {
      const others = ids.filter((id) => !unanswered.includes(id)).slice(0, mostWitnesses);
      return ids.length === 1 ? [anyList(source)] : others.map((id) => () => source.one({ path: pathOf(id) }));
    },
  });
  for (let position = from; ; position += 1) {
    const next = await reading.next();
    if (next.done === true) {
      if (next.value === undefined) break;
      return endBecauseOf(next.value);
    }
    const one = next.value;
    checkpoint = { ...checkpoint, phase: { name: "reading", position: position + 1 } };
    // A template that is gone is missing from the next list, and the walk then requests it again.
    if (one.outcome === "skipped" && one.reason === "none") continue;
    yield stepTo({ checkpoint: storedWalk(checkpoint) }, () => observe(parts, visit, one));
  }
  checkpoint = { ...checkpoint, phase: { name: "idle" }, readAt: parts.clock.now() };
  yield walkStep(checkpoint);
  return { outcome: "next", checkpoint };
}

async function observe(parts: WalkParts, visit: Visit, one: OneById): Promise<ObserveOutcome> {
  if (one.outcome === "ok") {
    const seen = { rows: [one.body], moment: one.moment, form: "full" } as const;
    return observeRows(parts, visit, { ...seen, detectedBy: "templates", draining: false });
  }
  const { instance, feedId } = visit.feed;
  await parts.quarantine.keep(instance, feedId, [{ id: one.id }], one.reason);
  return { outcome: "observed", changed: 0 };
}
