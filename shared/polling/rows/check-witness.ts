import type { RecordResource } from "../../kernel/catalogue.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import type { Source, SourceAnswer, SourceFailure } from "../../source/source.ts";
import { listPath, recordPath, recordRow } from "./record-row.ts";

/** Requests something that existed a moment ago. */
export type WitnessQuestion = () => Promise<SourceAnswer<unknown>>;

/** The witness if no record can be one: a list that every instance has. */
export const anyList =
  (source: Source): WitnessQuestion =>
  () =>
    source.page({ path: "/company", query: { limit: "1" } });

type WitnessAnswer =
  | { readonly outcome: "ok" }
  /** Each of the `asked` witnesses returned 404 or 400. */
  | { readonly outcome: "none"; readonly asked: number }
  | { readonly outcome: "stopped"; readonly failure: SourceFailure };

/** One witness isn't enough, because it may have been removed after the list showed it. */
export const mostWitnesses = 3;

/**
 * If all witnesses return 404 or 400, a candidate's 404 proves nothing: it may be due to an unknown instance or lost
 * access (hazards 26, 27). If a witness is unavailable, the next one is requested, because reads of one particular
 * record may never get a response.
 */
export async function checkWitness(witnesses: readonly WitnessQuestion[]): Promise<WitnessAnswer> {
  let failure: SourceFailure | undefined;
  for (const ask of witnesses) {
    const answer = await ask();
    if (answer.outcome === "ok") return { outcome: "ok" };
    if (answer.outcome === "notFound" || answer.outcome === "badRequest") continue;
    failure = answer;
    if (answer.outcome !== "unavailable") break;
  }
  if (failure !== undefined) return { outcome: "stopped", failure };
  return { outcome: "none", asked: witnesses.length };
}

/** How many of the page's rows are requested, and how many rows of the resource's list are read to choose one more. */
const [mostOfPage, mostListed] = [2, 10];

/**
 * `others` are those of the page's `rows` that can be witnesses. Each witness is read by id, because a fault may affect
 * only reads by id. The page may have no `others`, or the source may return none of them, so the last witness comes
 * from the resource's list. If the list shows only the page's own `rows`, the last response to a request for one of the
 * `others` is the result. If there are no `others`, the response with the list is.
 */
export function recordWitnesses(
  source: Source,
  resource: RecordResource,
  rows: readonly RecordRow[],
  others: readonly RecordRow[],
): readonly WitnessQuestion[] {
  let last: SourceAnswer<unknown> | undefined;
  const ofPage = others.slice(0, mostOfPage).map(
    ({ id }): WitnessQuestion =>
      async () => {
        last = await source.one({ path: recordPath(resource, id) });
        return last;
      },
  );
  const listed: WitnessQuestion = async () => {
    const list = await source.page({ path: listPath(resource), query: { limit: String(mostListed) } });
    if (list.outcome !== "ok") return list;
    const known = new Set(rows.map(({ id }) => id));
    const record = list.value.items.map(recordRow).find((row) => row !== undefined && !known.has(row.id));
    return record === undefined ? (last ?? list) : source.one({ path: recordPath(resource, record.id) });
  };
  return [...ofPage, listed];
}

/** Why a request that the mirror needed got no usable response. The page is read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/**
 * After this many consecutive failures, a feed can skip a record whose read gets no response. Most faults end earlier.
 */
export const patience = 5;

/**
 * Whether a feed can continue without records that get no response. During an outage, no witness responds either.
 * `exhausted`: no request was left for a witness.
 */
export async function mayPassOver(
  { failures }: Feed,
  witnesses: () => Promise<readonly WitnessQuestion[]>,
): Promise<boolean | "exhausted"> {
  if (failures < patience) return false;
  const witness = await checkWitness(await witnesses());
  if (witness.outcome === "stopped" && witness.failure.outcome === "exhausted") return "exhausted";
  return witness.outcome === "ok";
}

/**
 * Why a failed request allows no conclusion about a record. A 404 without a problem document comes from an
 * intermediary, and 401 and 403 concern our access (hazards 26, 62).
 */
export function unanswered(answer: Exclude<SourceAnswer<unknown>, { outcome: "ok" }>): Unanswered {
  switch (answer.outcome) {
    case "exhausted":
      return "exhausted";
    case "unavailable":
    case "notFound":
      return "unavailable";
    default:
      return "refused";
  }
}

/** The statuses that servers return for a path that is too long, such as the path of a long id. */
const tooLong: readonly (number | undefined)[] = [414, 431];

/**
 * Whether a request would fail however often it is repeated, because its path or its response is too large. Unreadable
 * responses don't count, because they may come from a gateway and be temporary.
 */
export function isTooLarge(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && (answer.heavy === "too_large" || tooLong.includes(answer.status));
}
