import type { Feed } from "../../schedule/feeds/feed.ts";
import type { Source } from "../../source/source.ts";
import { checkWitness, mostWitnesses } from "../removals/check-witness.ts";
import { type Isolated, observeIsolated } from "./observe-isolated.ts";
import { recordPath } from "./record-path.ts";
import type { QuarantinedRow, RecordPage, RecordRow } from "./record-sink.ts";
import type { RowSinks } from "./row-sinks.ts";
import { patience } from "./unanswered.ts";

/** When more rows of a page than this aren't answered, the rows aren't the reason. */
const mostUnanswered = 3;

export type Answered = Isolated & { readonly unanswered: readonly QuarantinedRow[] };

/**
 * Brings a page's records into the mirror, without those whose read by id the source never answers: one of them would hold
 * up its feed for good. Each is put aside once the feed has failed often enough and another row of the page answers, so that
 * no outage puts rows aside. As long as it stands in the quarantine it isn't waited for again. Where a walk or another poll
 * shows it, it is asked for anew, and goes in when it answers.
 */
export async function observeAnswered(
  sinks: Pick<RowSinks, "records" | "quarantine">,
  visit: { readonly feed: Feed; readonly source: Source },
  page: Omit<RecordPage, "rows">,
  rows: readonly RecordRow[],
): Promise<Answered> {
  const aside = new Set<string>();
  for (;;) {
    const left = rows.filter(({ id }) => !aside.has(id));
    const observed = await observeIsolated(sinks.records, page, left, visit.source);
    const ids = observed.outcome.outcome === "incomplete" ? (observed.outcome.unanswered ?? []) : [];
    const unanswered = left.filter(({ id }) => ids.includes(id));
    const others = left.filter(({ id }) => !ids.includes(id));
    const goesOn = unanswered.length > 0 && aside.size + unanswered.length <= mostUnanswered;
    if (!goesOn || !(await mayPutAside(sinks, visit, page, unanswered, others))) {
      return { ...observed, unanswered: [...aside].map((id) => ({ id, reason: "unanswered" })) };
    }
    for (const { id } of unanswered) aside.add(id);
  }
}

async function mayPutAside(
  { quarantine }: Pick<RowSinks, "quarantine">,
  { feed, source }: { readonly feed: Feed; readonly source: Source },
  { resource }: Omit<RecordPage, "rows">,
  unanswered: readonly RecordRow[],
  others: readonly RecordRow[],
): Promise<boolean> {
  const held = await Promise.all(unanswered.map(({ body }) => quarantine.holds(feed.feedId, body)));
  if (held.every(Boolean)) return true;
  if (feed.failures < patience) return false;
  const witnesses = others.slice(-mostWitnesses).map(
    ({ id }) =>
      () =>
        source.one({ path: recordPath(resource, id) }),
  );
  return (await checkWitness(witnesses)).outcome === "alive";
}
