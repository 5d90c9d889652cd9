import type { Backlog, BacklogRow } from "./backlog.ts";

/** A delivery that failed so many probes steps aside: it may be what is wrong, and not its endpoint. */
const failedProbes = 3;

/** Rows looked at for a candidate; those before it that stepped aside are few, since probes are. */
const lookedAt = 200;

/**
 * The delivery that an endpoint's next probe sends: by turns the oldest, the newest and the next-oldest, so that one
 * poison event can't keep a healthy endpoint unhealthy. Where all have stepped aside, the one that was tried least.
 */
export async function probeCandidate(
  backlog: Pick<Backlog, "rows">,
  subscription: string,
  turn: number,
): Promise<BacklogRow | undefined> {
  const place = turn % 3;
  const rows = backlog.rows(subscription, place === 1 ? { few: 1, descending: true } : { few: 2 });
  const wanted = place === 2 ? 2 : 1;
  const fresh: BacklogRow[] = [];
  let least: BacklogRow | undefined;
  let looked = 0;
  for await (const row of rows) {
    if ((row.probes ?? 0) < failedProbes) fresh.push(row);
    if (least === undefined || (row.probes ?? 0) < (least.probes ?? 0)) least = row;
    looked += 1;
    if (fresh.length === wanted || looked === lookedAt) break;
  }
  return fresh.at(-1) ?? least;
}
