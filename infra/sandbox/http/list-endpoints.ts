import * as z from "zod";
import { parseInstant } from "../store/instant.ts";
import { type Call, endpoint, type SandboxHono } from "./endpoint.ts";
import { offsetBody, offsetEnvelope, seekBody, seekEnvelope } from "./list-envelopes.ts";
import { illegal } from "./problem.ts";
import { seekPage } from "./seek-page.ts";
import { pageByRank, type Selection } from "./selection.ts";
import type { Session } from "./session.ts";
import { wholeNumber } from "./whole-number.ts";

interface Identified {
  readonly id: number;
}

type View = "lean" | "full";

export interface Collection<Row extends Identified, Filters extends z.ZodObject> {
  /** The resource's name in paths, cursors and the OpenAPI document. */
  readonly path: string;
  readonly tag: string;
  readonly filters: Filters;
  /** The filters of the timeline. Persons, companies and projects have none. */
  readonly timelineFilters?: Filters | undefined;
  /** The table's order for each value of `sort`, the default first. `-name` sorts descending. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Whether the lists have `view`, and the timeline `key` (persons and companies). */
  readonly hasViews: boolean;
  readonly lean: z.ZodType;
  readonly full: z.ZodType;
  select(session: Session, filters: z.output<Filters>): Selection<Row>;
  render(session: Session, row: Row, view: View): unknown;
}

export const limitParameter = wholeNumber(z.number().int().min(1).max(1000)).default(100);
export const offsetParameter = wholeNumber(z.number().int().min(0)).default(0);
export const flagParameter = z.enum(["true", "false"]).optional();

const offsetQuery = z.object({ offset: offsetParameter, limit: limitParameter });
const viewQuery = z.object({ view: z.enum(["lean", "full"]).default("lean") });
const cursorQuery = z.object({ cursor: z.string().optional(), limit: limitParameter });
const timelineQuery = cursorQuery.extend({ since: z.string().optional().describe("RFC 3339, inclusive") });
const keyQuery = z.object({ key: z.enum(["created", "modified"]).default("modified") });

const sortQuery = (sorts: readonly string[]) =>
  z.object({ sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`])).optional() });

/** Adds the three list modes of a resource. */
export function listEndpoints<Row extends Identified, Filters extends z.ZodObject>(
  app: SandboxHono,
  collection: Collection<Row, Filters>,
): void {
  const { path, tag, filters, hasViews } = collection;
  const view = hasViews ? viewQuery.shape : {};
  const item = hasViews ? z.union([collection.lean, collection.full]) : collection.lean;
  const errors = [400] as const;

  endpoint(app, {
    method: "get",
    path,
    tag,
    summary: `${tag} list, by offset`,
    query: z.object({
      ...offsetQuery.shape,
      ...filters.shape,
      ...view,
      ...sortQuery(Object.keys(collection.sorts)).shape,
    }),
    status: 200,
    answer: offsetEnvelope(item),
    errors,
    handle: (call) => byOffset(call, collection),
  });
  endpoint(app, {
    method: "get",
    path: `${path}/cursor`,
    tag,
    summary: `${tag} list, by cursor, in ascending id`,
    query: z.object({ ...cursorQuery.shape, ...filters.shape, ...view }),
    status: 200,
    answer: seekEnvelope(item),
    errors,
    handle: (call) => {
      const { cursor, limit } = cursorQuery.parse(call.query);
      const request = { scope: `${path}/cursor`, order: "id", limit, cursor, isTimeline: false };
      return bySeek(call, collection, filters.parse(call.query), request);
    },
  });
  const timelineFilters = collection.timelineFilters?.shape ?? {};
  endpoint(app, {
    method: "get",
    path: `${path}/timeline`,
    tag,
    summary: `${tag} list, by change time`,
    query: z.object({ ...timelineQuery.shape, ...timelineFilters, ...view, ...(hasViews ? keyQuery.shape : {}) }),
    status: 200,
    answer: seekEnvelope(item),
    errors,
    handle: (call) => {
      const { cursor, limit, since } = timelineQuery.parse(call.query);
      const order = hasViews ? keyQuery.parse(call.query).key : "changed";
      const request = {
        scope: `${path}/timeline/${order}`,
        order,
        limit,
        cursor,
        isTimeline: true,
        since: sinceOf(since),
      };
      return bySeek(call, collection, filters.parse(collection.timelineFilters ? call.query : {}), request);
    },
  });
}

export function sinceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw illegal("since", "is not an RFC 3339 date-time", "er ikke et RFC 3339-tidspunkt");
  return instant;
}

function byOffset<Row extends Identified, Filters extends z.ZodObject>(
  call: Call<unknown, unknown>,
  collection: Collection<Row, Filters>,
) {
  const { offset, limit } = offsetQuery.parse(call.query);
  const { sort = Object.keys(collection.sorts)[0] ?? "" } = sortQuery(Object.keys(collection.sorts)).parse(call.query);
  const view = viewOf(call.query, collection, limit);
  const descending = sort.startsWith("-");
  const order = collection.sorts[descending ? sort.slice(1) : sort] ?? "id";
  const selection = collection.select(call.session, collection.filters.parse(call.query));
  const { rows, total } = pageByRank(selection, { order, descending, offset, limit });
  const items = rows.map((row) => collection.render(call.session, row, view));
  return { body: offsetBody(call.url, items, { offset, limit, total }) };
}

function bySeek<Row extends Identified, Filters extends z.ZodObject>(
  call: Call<unknown, unknown>,
  collection: Collection<Row, Filters>,
  filters: z.output<Filters>,
  request: Parameters<typeof seekPage>[2],
) {
  const view = viewOf(call.query, collection, request.limit);
  const page = seekPage(call.session.instance, collection.select(call.session, filters), request);
  const items = page.rows.map((row) => collection.render(call.session, row, view));
  return { body: seekBody(call.url, items, page) };
}

function viewOf(query: unknown, { hasViews }: { hasViews: boolean }, limit: number): View {
  if (!hasViews) return "lean";
  const { view } = viewQuery.parse(query);
  if (view === "full" && limit > 100) throw illegal("limit", "at most 100 with view=full", "høyst 100 med view=full");
  return view;
}
