import * as z from "zod";
import { wholeNumber } from "../store/fields.ts";
import type { Identified } from "../store/table.ts";
import { parseInstant } from "../store/time.ts";
import { type Call, endpoint, type SandboxHono } from "./endpoint.ts";
import { offsetBody, offsetEnvelope, seekBody, seekEnvelope } from "./list-envelopes.ts";
import { pageByRank, type SeekRequest, type Selection, seekPage } from "./list-page.ts";
import { illegal } from "./problem.ts";
import type { Session } from "./session.ts";

type View = "lean" | "full";

export interface Collection<Row extends Identified, Filters extends z.ZodObject> {
  readonly path: string;
  readonly filters: Filters;
  /** The timelines of persons, companies and projects have no filters. */
  readonly filtersTimeline: boolean;
  /** The table's order for each value of `sort`, the default first. `-name` sorts descending. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly lean: z.ZodType;
  /** The full view of persons and companies, whose lists accept `view` and whose timelines accept `key`. */
  readonly full?: z.ZodType;
  select(session: Session, filters: z.output<Filters>): Selection<Row>;
  render(session: Session, row: Row, view: View, filters: z.output<Filters>): unknown;
}

export const limitParameter = wholeNumber(z.number().int().min(1).max(1000)).default(100);
export const flagParameter = z.enum(["true", "false"]).optional();

export const offsetQuery = z.object({
  offset: wholeNumber(z.number().int().min(0)).default(0),
  limit: limitParameter,
});
const viewQuery = z.object({ view: z.enum(["lean", "full"]).default("lean") });
const cursorQuery = z.object({ cursor: z.string().optional(), limit: limitParameter });
const timelineQuery = cursorQuery.extend({ since: z.string().optional().describe("RFC 3339, inclusive") });
const keyQuery = z.object({ key: z.enum(["created", "modified"]).default("modified") });

export function listEndpoints<Row extends Identified, Filters extends z.ZodObject>(
  app: SandboxHono,
  collection: Collection<Row, Filters>,
): void {
  const { path, filters, lean, full } = collection;
  const view = full === undefined ? {} : viewQuery.shape;
  const item = full === undefined ? lean : z.union([lean, full]);
  const sorts = Object.keys(collection.sorts);
  const sortQuery = z.object({
    sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`])).default(sorts[0] ?? ""),
  });
  endpoint(app, {
    method: "get",
    path,
    summary: `${path} list, by offset`,
    query: z.object({ ...offsetQuery.shape, ...filters.shape, ...view, ...sortQuery.shape }),
    answer: offsetEnvelope(item),
    handle: (call) => {
      const { offset, limit } = offsetQuery.parse(call.query);
      const { sort } = sortQuery.parse(call.query);
      const render = renderer(call, collection, filters.parse(call.query), limit);
      const descending = sort.startsWith("-");
      const order = collection.sorts[descending ? sort.slice(1) : sort] ?? "id";
      const { rows, total } = pageByRank(render.selection, { order, descending, offset, limit });
      return { body: offsetBody(call.url, render.items(rows), { offset, limit, total }) };
    },
  });
  endpoint(app, {
    method: "get",
    path: `${path}/cursor`,
    summary: `${path} list, by cursor, in ascending id order`,
    query: z.object({ ...cursorQuery.shape, ...filters.shape, ...view }),
    answer: seekEnvelope(item),
    handle: (call) => {
      const request = { ...cursorQuery.parse(call.query), scope: `${path}/cursor`, order: "id", isTimeline: false };
      return bySeek(call, collection, filters.parse(call.query), request);
    },
  });
  const timelineFilters = collection.filtersTimeline ? filters.shape : {};
  endpoint(app, {
    method: "get",
    path: `${path}/timeline`,
    summary: `${path} list, by change time`,
    query: z.object({ ...timelineQuery.shape, ...timelineFilters, ...view, ...(full && keyQuery.shape) }),
    answer: seekEnvelope(item),
    handle: (call) => {
      const { since, ...query } = timelineQuery.parse(call.query);
      const order = full === undefined ? "changed" : keyQuery.parse(call.query).key;
      const scope = `${path}/timeline/${order}`;
      const request = { ...query, scope, order, isTimeline: true, since: sinceOf(since) };
      return bySeek(call, collection, filters.parse(collection.filtersTimeline ? call.query : {}), request);
    },
  });
}

/** Matches the rows whose text contains every word of the query. */
export function wordMatch<Row>(
  query: string | undefined,
  textOf: (row: Row) => string,
): ((row: Row) => boolean) | undefined {
  const words = query?.toLowerCase().split(/\s+/);
  if (words === undefined) return undefined;
  return (row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function sinceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw illegal("since", "is not an RFC 3339 date-time", "er ikke et RFC 3339-tidspunkt");
  return instant;
}

function bySeek<Row extends Identified, Filters extends z.ZodObject>(
  call: Call<unknown, unknown>,
  collection: Collection<Row, Filters>,
  filters: z.output<Filters>,
  request: SeekRequest,
) {
  const render = renderer(call, collection, filters, request.limit);
  const page = seekPage(call.session.instance, render.selection, request);
  return { body: seekBody(call.url, render.items(page.rows), page) };
}

function renderer<Row extends Identified, Filters extends z.ZodObject>(
  { session, query }: Call<unknown, unknown>,
  collection: Collection<Row, Filters>,
  filters: z.output<Filters>,
  limit: number,
) {
  const { view } = collection.full === undefined ? { view: "lean" as const } : viewQuery.parse(query);
  if (view === "full" && limit > 100) throw illegal("limit", "at most 100 with view=full", "høyst 100 med view=full");
  return {
    selection: collection.select(session, filters),
    items: (rows: readonly Row[]) => rows.map((row) => collection.render(session, row, view, filters)),
  };
}
