import { sha256Text } from "../../kernel/hash.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import type { Incomplete } from "../observe/observed.ts";
import type { WitnessQuestion } from "../removals/check-witness.ts";
import type { RowQuarantine } from "./row-sinks.ts";
import { mayPassOver } from "./unanswered.ts";

/** How many rows of a page that stand in the quarantine are asked for anew beside those that the mirror asked for at first. */
const mostAskedAgain = 8;

const exhausted: Incomplete = { outcome: "incomplete", reason: "exhausted" };

/** What the mirror made of some rows. */
type Taken = { readonly outcome: { readonly outcome: "observed" } | Incomplete };

/** `unanswered`: the ids of the page's rows that are aside. `kept`: how many of them are new in the quarantine. */
type Answered = { readonly unanswered: readonly string[]; readonly kept: number };

/**
 * Has `observe` bring a page's rows into the mirror, without those whose read by id the source never answers: they would hold up
 * their feed for good. Each is put into the quarantine once the feed has failed often enough and a witness answers, so that no
 * outage puts rows aside. `witnesses` gives what must be there, made of the page's other rows. As long as a row stands in the
 * quarantine it isn't waited for again. Where another list or another poll shows it, it is asked for anew, and goes in when it
 * answers; of many, a few each time.
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
    const isFirst = held === undefined;
    held ??= await heldOf(quarantine, feed, rows);
    const standing = held;
    const fresh = unanswered.filter(({ id }) => !standing.has(id));
    if (fresh.length > 0) {
      const others = left.filter(({ id }) => !ids.has(id) && !standing.has(id));
      const goesOn = await mayPassOver(feed, () => Promise.resolve(witnesses(inTurn(feed, others))));
      // If it counted as a failure, the next visit would get as few requests as this one.
      const outcome = goesOn === "exhausted" ? exhausted : observed.outcome;
      if (goesOn !== true) return { ...observed, outcome, unanswered: [...aside], kept };
      const bodies = fresh.map(({ body }) => body);
      // At once: a visit whose requests don't suffice for all of them leaves fewer to the next one.
      kept += await quarantine.keep(feed.instance, feed.feedId, bodies, "unanswered");
    }
    for (const { id } of unanswered) aside.add(id);
    if (!isFirst) continue;
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

/** The rows in an order that is another one at each visit: if it was always the same few that are asked, others might never be. */
function inTurn({ rev }: Feed, rows: readonly RecordRow[]): readonly RecordRow[] {
  const turns = rows.map((row) => ({ row, turn: sha256Text("hex", String(rev), row.id) }));
  return turns.sort((one, other) => (one.turn < other.turn ? -1 : 1)).map(({ row }) => row);
}
