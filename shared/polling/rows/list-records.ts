import type { Moment, Source, SourceAnswer } from "../../source/source.ts";
import { isTooLarge } from "./check-witness.ts";
import { OversizedRow, recordRow } from "./record-row.ts";

export type ListRequest = {
  /** `/person`, `/company`, `/project`, `/activity` or, in timelines, `/document`. */
  readonly resourcePath: string;
  readonly mode: "timeline" | "cursor";
  /** The frozen query with `since`, `cursor` and `limit`. */
  readonly query: { readonly [name: string]: string; readonly limit: string };
};

/** `listed` is the row as the list showed it. Only `listed` shows the row's position in the list. */
export type ListedRow = { readonly row: unknown; readonly listed: unknown };

export type ListedPage = { readonly rows: readonly ListedRow[]; readonly nextCursor: string | undefined };

/** A lean page that replaces a full one is small, so that reading its rows by id fits into one visit's allowance. */
const leanLimit = 10;
/** The page sizes to try, in turn, for a page with broken JSON before its rows are read one by one. */
const bisectLimits = [100, 10];

/**
 * With `view=full`, a page returns 404 if one of its records was deleted after the source had selected the rows and
 * before it had read them (docs/partner-api.md#full-view-404). After a second 404, the page is read lean, with a GET
 * for each id, so that the deleted record is left out (hazard 15). If the lean page also returns 404, a deleted record
 * isn't the cause.
 */
export async function listRecords(source: Source, request: ListRequest): Promise<SourceAnswer<ListedPage>> {
  const { query } = request;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await listWhole(source, request);
    if (isUnreadable(answer)) return listBisected(source, request);
    // `SizedSource` has already tried smaller pages, so the first row alone is too large.
    if (isTooLarge(answer) && query["view"] === "full") return listOneByOne(source, request, 1);
    if (answer.outcome !== "notFound" || query["view"] !== "full") return answer;
  }
  return listOneByOne(source, request, Math.min(leanLimit, Number(query.limit)));
}

async function listWhole(
  source: Source,
  { resourcePath, mode, query }: ListRequest,
): Promise<SourceAnswer<ListedPage>> {
  const answer = await source.page({ path: `${resourcePath}/${mode}`, query });
  if (answer.outcome !== "ok") return answer;
  const { items, nextCursor } = answer.value;
  return { ...answer, value: { rows: items.map((row) => ({ row, listed: asListed(row) })), nextCursor } };
}

/**
 * A single unreadable row is skipped only if a lean page shows where the next row is. If none does, the result is
 * `unreadable`, and no row is skipped.
 */
async function listBisected(source: Source, request: ListRequest): Promise<SourceAnswer<ListedPage>> {
  for (const limit of bisectLimits.filter((size) => size < Number(request.query.limit))) {
    const answer = await listWhole(source, sized(request, limit));
    if (!isUnreadable(answer)) return answer;
  }
  const alone = await listWhole(source, sized(request, 1));
  return isUnreadable(alone) && request.query["view"] === "full" ? listOneByOne(source, request, 1) : alone;
}

async function listOneByOne(source: Source, request: ListRequest, limit: number): Promise<SourceAnswer<ListedPage>> {
  const { resourcePath, mode, query } = request;
  const lean = await source.page({
    path: `${resourcePath}/${mode}`,
    query: { ...query, view: "lean", limit: String(limit) },
  });
  if (lean.outcome !== "ok") return lean;
  const rows: ListedRow[] = [];
  let moment: Moment = lean.moment;
  for (const row of lean.value.items) {
    const listed = asListed(row);
    const record = recordRow(row);
    if (record === undefined) {
      rows.push({ row, listed });
      continue;
    }
    const single = await source.one({ path: `${resourcePath}/${encodeURIComponent(record.id)}` });
    if (single.outcome === "notFound" && single.problem) continue;
    if (single.outcome === "unavailable" && single.unreadable !== undefined) {
      rows.push({ row: single.unreadable, listed });
      continue;
    }
    if (isTooLarge(single)) {
      rows.push({ row: new OversizedRow(listed), listed });
      continue;
    }
    if (single.outcome !== "ok") return single;
    rows.push({ row: single.value, listed });
    // The later moment counts: if `asOf` were too early, an older read would win over this one.
    moment = { beganAt: moment.beganAt, asOf: Math.max(moment.asOf, single.moment.asOf) };
  }
  return { outcome: "ok", value: { rows, nextCursor: lean.value.nextCursor }, moment };
}

const asListed = (row: unknown): unknown => (row instanceof OversizedRow ? row.listed : row);

function isUnreadable(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && answer.unreadable !== undefined;
}

const sized = (request: ListRequest, limit: number): ListRequest => ({
  ...request,
  query: { ...request.query, limit: String(limit) },
});
