import type { Moment, Source, SourceAnswer } from "../source/source.ts";
import { recordRow } from "./record-row.ts";

export type ListRequest = {
  /** `/person`, `/company`, `/project` or `/activity`. */
  readonly resourcePath: string;
  readonly mode: "timeline" | "cursor";
  /** The frozen query with `since`, `cursor` and `limit`. */
  readonly query: { readonly [name: string]: string };
};

/** A row, and the same row as the list showed it: only that one tells where it stands in the list. */
export type ListedRow = { readonly row: unknown; readonly listed: unknown };

export type ListedPage = { readonly rows: readonly ListedRow[]; readonly nextCursor: string | undefined };

/** Small, so that its single reads fit into the allowance of one visit. */
const leanLimit = 10;

/**
 * A page of a timeline or a walk. Under `view=full` a page answers 404 when one of its records was deleted between the
 * page's query and its reads (R:153, R:174): asked again, and then read lean with a GET per id, without the deleted one
 * (hazard 15). What is still 404 concerns the instance.
 */
export async function listRecords(source: Source, request: ListRequest): Promise<SourceAnswer<ListedPage>> {
  const path = `${request.resourcePath}/${request.mode}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await source.page({ path, query: request.query });
    if (answer.outcome === "ok") {
      const { items, nextCursor } = answer.value;
      return { ...answer, value: { rows: items.map((row) => ({ row, listed: row })), nextCursor } };
    }
    if (answer.outcome !== "notFound" || request.query["view"] !== "full") return answer;
  }
  return listOneByOne(source, request, path);
}

async function listOneByOne(source: Source, request: ListRequest, path: string): Promise<SourceAnswer<ListedPage>> {
  const limit = Math.min(leanLimit, Number(request.query["limit"] ?? leanLimit));
  const lean = await source.page({ path, query: { ...request.query, view: "lean", limit: String(limit) } });
  if (lean.outcome !== "ok") return lean;
  const rows: ListedRow[] = [];
  let moment: Moment = lean.moment;
  for (const listed of lean.value.items) {
    const record = recordRow(listed);
    if (record === undefined) {
      rows.push({ row: listed, listed });
      continue;
    }
    const single = await source.one({ path: `${request.resourcePath}/${encodeURIComponent(record.id)}` });
    if (single.outcome === "notFound" && single.problem) continue;
    if (single.outcome !== "ok") return single;
    rows.push({ row: single.value, listed });
    // The later moment: an `asOf` that is too early would let an older read win over this one.
    moment = { beganAt: moment.beganAt, asOf: Math.max(moment.asOf, single.moment.asOf) };
  }
  return { outcome: "ok", value: { rows, nextCursor: lean.value.nextCursor }, moment };
}
