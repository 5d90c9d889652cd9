import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256 } from "../../kernel/hash.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Json } from "../../kernel/json.ts";
import type { FeedReader, Visit } from "../feed-reader.ts";
import { rowJson } from "../rows/record-row.ts";
import { wholeLists } from "../walks/hidden-rows.ts";
import { type WalkCheckpoint, walkCheckpointOf } from "../walks/walk-checkpoint.ts";
import type { WalkParts } from "../walks/walk-parts.ts";
import { goOn } from "../walks/walk-reader.ts";
import { readTemplates } from "./read-templates.ts";
import { readPage, templateLimit, templatePages } from "./template-pages.ts";

/**
 * Templates have neither timelines nor cursors (docs/partner-api.md#templates-by-list-only), so each visit lists them.
 * When the list differs from the one before, it is walked like a resource: its rows go into the mirror, and templates
 * that are missing from it are confirmed one by one. The list doesn't show all fields of a template, so each template
 * is also read by id once per `walkPeriod`.
 */
export function createTemplateReader(parts: Omit<WalkParts, "drained">): FeedReader {
  const walkParts: WalkParts = { ...parts, drained: () => Promise.resolve(true) };
  return {
    async *read(visit) {
      let checkpoint = walkCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      if (isDueByIds(checkpoint, parts)) {
        const read = yield* readTemplates(walkParts, visit, checkpoint);
        if (read.end.outcome !== "next") return read.end;
        checkpoint = read.checkpoint;
      }
      const list = checkpoint.phase.name === "idle" ? await wholeList(visit, checkpoint) : undefined;
      if (list !== undefined && list === checkpoint.digest && checkpoint.heldAt === undefined)
        return { outcome: "done" };
      // The digest is saved before the walk, so that a change during the walk makes the next visit's list differ.
      const start = list === undefined ? checkpoint : { ...checkpoint, digest: list };
      return yield* goOn(walkParts, visit, start, templatePages);
    },
  };
}

function isDueByIds({ phase, completedAt, readAt }: WalkCheckpoint, { clock, timings }: Omit<WalkParts, "drained">) {
  if (phase.name === "reading") return true;
  const last = readAt ?? completedAt;
  return phase.name === "idle" && last !== undefined && !isRecent(last, timings.walkPeriod, clock.now());
}

/** Counts that move whenever some other record does (docs/partner-api.md#moving-counts, hazard 20). */
const counts = new Set(["numCompanies", "numProjects"]);

/** A digest of the list's content, if a single answer per part holds the whole list; otherwise undefined. */
async function wholeList(visit: Visit, checkpoint: WalkCheckpoint): Promise<string | undefined> {
  const rows: Json[] = [];
  for (const list of wholeLists(checkpoint)) {
    const answer = await readPage(visit, list, 0, checkpoint.limit ?? templateLimit);
    if (answer.outcome !== "ok" || answer.value.items.length !== answer.value.totalItems) return undefined;
    for (const row of answer.value.items) rows.push(withoutCounts(rowJson(row) ?? null));
  }
  return sha256(canonicalJson(rows)).toString("base64url").slice(0, 22);
}

function withoutCounts(row: Json): Json {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([field]) => !counts.has(field)));
}
