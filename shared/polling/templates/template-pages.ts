import { canonicalJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import { sha256 } from "../../kernel/hash.ts";
import { earlier } from "../../kernel/instant.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { SourceAnswer, SourcePage } from "../../source/source.ts";
import { endBecauseOf, type Step, stepTo, takenStep, type Visit } from "../feed-reader.ts";
import { observeRows } from "../observe/observe-rows.ts";
import { firstLimit } from "../rows/page-sizes.ts";
import { listedId, listPath } from "../rows/record-row.ts";
import {
  listedFromOf,
  storedWalk,
  type WalkCheckpoint,
  type Walking,
  type WalkParts,
  type WalkPassed,
  walkBegun,
  wholeLists,
  withUnidentified,
} from "../walks/walk-checkpoint.ts";

/** If this number of passes disagree, the list is probably changing while it is read. The next visit tries again. */
const mostPasses = 4;

/**
 * Reads an offset list to its end. Such a list skips and repeats rows if it changes while it is read
 * (docs/partner-api.md#offset-lists-shift, hazard 21). So a pass counts as complete only if it saw the same ids as the
 * previous pass, or if each list came in a single response with as many rows as the total. For several pages, the total
 * proves nothing, because one removed and one added row can hide a skipped row.
 */
export async function* templatePages(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
  start: Walking,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { feed } = visit;
  const lists = wholeLists(before);
  let checkpoint = before;
  let phase = start;
  for (;;) {
    const { offset = 0, page, part } = phase;
    const answer = await readPage(visit, lists[part] ?? {}, offset);
    if (answer.outcome !== "ok") return endBecauseOf(answer);
    const { moment } = answer;
    const { items } = answer.value;
    const ids = items.flatMap((row) => listedId(row) ?? []);
    const { generation } = checkpoint;
    const listedFrom = listedFromOf(phase, moment);
    const seen = { ...movedOn(phase, answer.value, ids.length), ...defined({ listedFrom }) };
    const ended = seen.part >= lists.length;
    checkpoint = { ...checkpoint, phase: seen };
    const step = stepTo({ checkpoint: storedWalk(checkpoint) }, async () => {
      await parts.notes.notePage(feed.feedId, generation, page, ids);
      return observeRows(parts, visit, { rows: items, moment, detectedBy: "templates", draining: !feed.drained });
    });
    const { askAgainAt } = yield* takenStep(step);
    checkpoint = { ...checkpoint, ...defined({ askAgainAt: earlier(checkpoint.askAgainAt, askAgainAt) }) };
    if (!ended) {
      phase = seen;
      continue;
    }
    const passed = await endOfPass(parts, visit, checkpoint, seen);
    yield stepTo({ checkpoint: storedWalk(passed.checkpoint), ...(passed.complete && { drained: true }) });
    checkpoint = passed.checkpoint;
    if (passed.complete) return { outcome: "next", checkpoint };
    if (checkpoint.phase.name !== "walking") return { outcome: "done" };
    phase = checkpoint.phase;
  }
}

export function readPage(
  { feed, source }: Visit,
  list: { readonly isActive?: string },
  offset: number,
): Promise<SourceAnswer<SourcePage>> {
  const query = { ...list, offset: String(offset), limit: String(firstLimit({})) };
  return source.page({ path: listPath(resourceOf(feed)), query });
}

function movedOn(phase: Walking, { items, totalItems = 0 }: SourcePage, identified: number): Walking {
  const offset = (phase.offset ?? 0) + items.length;
  const partEnded = items.length === 0 || offset >= totalItems;
  const seen: Walking = {
    ...phase,
    page: phase.page + 1,
    rows: phase.rows + items.length,
    ...withUnidentified(phase, items.length - identified),
  };
  if (!partEnded) return { ...seen, offset };
  const next = { ...seen, part: phase.part + 1, totals: (phase.totals ?? 0) + totalItems };
  delete next.offset;
  return next;
}

async function endOfPass(
  { notes, clock }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  { beganAt, totals, page, part, unidentified, listedFrom, mark: last, pass = 1 }: Walking,
): Promise<{ readonly checkpoint: WalkCheckpoint; readonly complete: boolean }> {
  const ids = new Set<string>();
  for await (const some of notes.pages(feed.feedId, before.generation)) for (const id of some) ids.add(id);
  const mark = sha256(canonicalJson([...ids].sort()))
    .toString("base64url")
    .slice(0, 16);
  const rows = ids.size;
  // The period between reads by id begins with the first complete list. If each newer list restarted the period, it
  // would never end.
  const readAt = before.readAt ?? clock.now();
  const isComplete = mark === last || (page === part && rows + (unidentified ?? 0) === totals);
  if (isComplete) {
    const phase = { name: "comparing", beganAt, rows, shard: 0, ...defined({ unidentified, listedFrom }) } as const;
    return { checkpoint: { ...before, readAt, phase }, complete: true };
  }
  if (pass >= mostPasses)
    return { checkpoint: { ...before, phase: { name: "idle" }, decided: false }, complete: false };
  const again = walkBegun({ ...before, generation: before.generation + 1 }, clock.now());
  return { checkpoint: { ...again, phase: { ...again.phase, mark, pass: pass + 1 } }, complete: false };
}
