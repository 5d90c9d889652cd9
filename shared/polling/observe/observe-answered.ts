import { sha256Text } from "../../kernel/hash.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { type Incomplete } from "../feed-reader.ts";
import { mayPassOver, type WitnessQuestion } from "../rows/check-witness.ts";
import type { RowQuarantine } from "./row-sinks.ts";

/** After a row of a page gets no response, at most this many of the page's other quarantined rows are requested. */
const mostAskedAgain = 8;

const exhausted: Incomplete = { outcome: "incomplete", reason: "exhausted" };

type Taken = { readonly outcome: { readonly outcome: "observed" } | Incomplete };

/** `unanswered`: the ids of the page's rows that are left out. `kept`: how many rows are new in the quarantine. */
type Answered = { readonly unanswered: readonly string[]; readonly kept: number };

/**
 * Leaves out rows whose read by id never gets a response, because they would hold up their feed forever. Each such row
 * is quarantined when the feed has failed often enough and a witness responds, so an outage quarantines none. When a
 * later list or poll shows a quarantined row, the row is requested again, and stored if there is a response.
 * `witnesses` takes the page's other rows and returns requests for things that must exist.
 */
export async function observeAnswered<T extends Taken>(
  quarantine: RowQuarantine,
  feed: Feed,
  rows: readonly RecordRow[],
  observe: (rows: readonly RecordRow[]) => Promise<T>,
  witnesses: (others: readonly RecordRow[]) => readonly WitnessQuestion[],
): Promise<T & Answered> {
  const aside = new Set<string>();
  let held: ReadonlySet<string> | undefined;
  let kept = 0;
  for (;;) {
    const left = rows.filter(({ id }) => !aside.has(id));
    const observed = await observe(left);
    const ids = new Set(observed.outcome.outcome === "incomplete" ? observed.outcome.unanswered : undefined);
    const unanswered = left.filter(({ id }) => ids.has(id));
    if (unanswered.length === 0) return { ...observed, unanswered: [...aside], kept };
    held ??= await heldOf(quarantine, feed, rows);
    const standing = held;
    const fresh = unanswered.filter(({ id }) => !standing.has(id));
    if (fresh.length > 0) {
      const others = left.filter(({ id }) => !ids.has(id) && !standing.has(id));
      const goesOn = await mayPassOver(feed, () => Promise.resolve(witnesses(inTurn(feed, others))));
      // If no request was left for a witness, the visit counts as out of requests. If it counted as failed instead, the
      // next visit might not get more requests.
      const outcome = goesOn === "exhausted" ? exhausted : observed.outcome;
      if (goesOn !== true) return { ...observed, outcome, unanswered: [...aside], kept };
      const bodies = fresh.map(({ body }) => body);
      // Quarantines the rows immediately. If this visit runs out of requests, fewer rows are left for the next one.
      kept += await quarantine.keep(feed.instance, feed.feedId, bodies, "unanswered");
    }
    for (const { id } of unanswered) aside.add(id);
    const more = left.filter(({ id }) => standing.has(id) && !ids.has(id));
    for (const { id } of inTurn(feed, more).slice(mostAskedAgain)) aside.add(id);
  }
}

async function heldOf(
  quarantine: RowQuarantine,
  { feedId }: Feed,
  rows: readonly RecordRow[],
): Promise<ReadonlySet<string>> {
  const bodies = rows.map(({ body }) => body);
  const held = await quarantine.held(feedId, bodies);
  return new Set(rows.flatMap(({ id }, position) => (held[position] === true ? id : [])));
}

/**
 * The order changes with each write of the feed, so that every row is requested eventually, even if each visit requests
 * only a few.
 */
function inTurn({ rev }: Feed, rows: readonly RecordRow[]): readonly RecordRow[] {
  const turns = rows.map((row) => ({ row, turn: sha256Text("hex", String(rev), row.id) }));
  return turns.sort((one, other) => (one.turn < other.turn ? -1 : 1)).map(({ row }) => row);
}
