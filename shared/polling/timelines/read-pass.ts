import { canonicalJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import { sha256Text } from "../../kernel/hash.ts";
import type { Moment, Source, SourceAnswer } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, triageBadRequest, type Visit } from "../feed-reader.ts";
import { type ListedPage, listRecords } from "../rows/list-records.ts";
import { firstLimit, largerLimit } from "../rows/page-sizes.ts";
import { changeTimeOf, rowJson, sinceParameter, type TimelineKey } from "../rows/record-row.ts";
import type { TimelinePosition } from "./timeline-checkpoint.ts";

type List = {
  readonly resourcePath: string;
  readonly key: TimelineKey;
  readonly margin: number;
};

export type PassPage = {
  /** The page's rows that the previous page didn't show. */
  readonly rows: readonly unknown[];
  readonly repeated: number;
  readonly moment: Moment;
  /** The position from which the page was requested. Its `reached` already includes the page. */
  readonly at: TimelinePosition;
  readonly next: TimelinePosition | undefined;
  /** The millisecond whose rows didn't fit on one page, so that some of them may be unread. */
  readonly tie: number | undefined;
};

/** If a cursor is refused after this many restarts in one visit, the reason isn't that cursors expire. */
const mostRestarts = 2;

/** The last page of a pass is the one without `nextCursor` (hazard 12). */
export async function* readPass(
  { feed, source }: Visit,
  list: List,
  from: TimelinePosition,
): AsyncGenerator<PassPage, PassEnd, undefined> {
  let position = from;
  const limit = firstLimit(feed.query);
  let guard = new ProgressGuard(from.mark);
  let restarts = 0;
  for (;;) {
    const { cursor, wide } = position;
    const answer = await pageAt(source, feed.query, list, position, wide ?? limit);
    if (wide !== undefined && (answer.outcome === "badRequest" || answer.outcome === "unavailable")) {
      position = narrowed(position);
      continue;
    }
    if (answer.outcome === "badRequest") {
      guard = new ProgressGuard(undefined);
      if (restarts === mostRestarts) return endBecauseOf(answer);
      const judged = triageBadRequest(await pageAt(source, feed.query, list, withoutCursor(position), 1));
      if (judged.outcome !== "lostCursor") return judged;
      if (cursor === undefined) return endBecauseOf(answer);
      restarts += 1;
      position = withoutCursor(position);
      continue;
    }
    if (answer.outcome !== "ok") return endBecauseOf(answer);

    const { rows, nextCursor } = answer.value;
    const listed = rows.map((row) => row.listed);
    const positions = listed.flatMap((row) => changeTimeOf(rowJson(row), list.key) ?? []);
    const { stuck, fresh } = guard.see({ rows: listed, cursor, nextCursor });
    const reached = risenWatermark(position.reached, {
      positions,
      atEnd: nextCursor === undefined,
      serverNow: answer.moment.asOf,
      margin: list.margin,
    });
    const at = {
      ...position,
      beganAt: position.beganAt ?? Math.min(answer.moment.beganAt, answer.moment.asOf),
      ...defined({ reached }),
    };
    const escape = stuck ? escapeFrom(positions, position, feed.query, limit) : undefined;
    if (stuck && escape === undefined) return { outcome: "failed", reason: "no_progress" };
    const { mark } = guard;
    const onward = { ...(escape?.to ?? { cursor: nextCursor }), ...defined({ mark }) };
    const next = nextCursor === undefined ? undefined : movedTo(at, onward);
    const handed = rows.flatMap(({ row }, index) => (fresh[index] === false ? [] : [row]));
    const repeated = rows.length - handed.length;
    yield { rows: handed, repeated, moment: answer.moment, at, next, tie: escape?.tie };
    if (next === undefined) return { outcome: "done" };
    if (escape !== undefined) guard = new ProgressGuard(mark);
    position = next;
  }
}

function pageAt(
  source: Source,
  query: Visit["feed"]["query"],
  { resourcePath }: List,
  { since, cursor }: TimelinePosition,
  limit: number,
): Promise<SourceAnswer<ListedPage>> {
  return listRecords(source, {
    resourcePath,
    mode: "timeline",
    query: {
      ...query,
      ...(since !== undefined && { since: sinceParameter(since) }),
      ...defined({ cursor }),
      limit: String(limit),
    },
  });
}

/** Where a stuck pass continues, and the millisecond that it must leave to the walk, if any. */
type Escape = { readonly to: TimelinePosition; readonly tie?: number };

function movedTo(
  { since, beganAt, reached, widened }: TimelinePosition,
  to: Omit<TimelinePosition, "beganAt" | "reached">,
): TimelinePosition {
  return { ...defined({ since, beganAt, reached, widened }), ...to };
}

/**
 * After an expired cursor, the pass continues from what was read completely. The pass needs no overlap, because the
 * sweep covers rows that commit late.
 */
export function withoutCursor(position: TimelinePosition): TimelinePosition {
  return movedTo(position, defined({ since: position.reached ?? position.since }));
}

/** The source didn't return the larger page, so the pass goes back to the usual size at the same position. */
export function narrowed(position: TimelinePosition): TimelinePosition {
  const { cursor, mark } = position;
  return movedTo(position, defined({ cursor, mark }));
}

/**
 * Moves past a page that repeats. If all rows of the page share one millisecond (a tie), first requests a larger page,
 * and then moves beyond that millisecond. Returns undefined if no row of the page shows its position.
 */
export function escapeFrom(
  positions: readonly number[],
  { since, cursor, widened }: TimelinePosition,
  query: { readonly [name: string]: string },
  limit: number,
): Escape | undefined {
  const last = positions.reduce((highest, position) => Math.max(highest, position), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(last)) return undefined;
  const tied = positions.every((position) => position === last) || (since !== undefined && last <= since);
  if (!tied) return { to: { since: last } };
  const wide = widened === last ? undefined : largerLimit(query, limit);
  if (wide === undefined) return { to: { since: last + 1 }, tie: last };
  return { to: { ...defined({ cursor }), wide, widened: last } };
}

type PageProgress = {
  readonly rows: readonly unknown[];
  readonly cursor: string | undefined;
  readonly nextCursor: string | undefined;
};

/**
 * Notices a pass that makes no progress. A timeline's cursor is truncated to milliseconds
 * (docs/partner-api.md#millisecond-cursors). So if more rows share one millisecond than fit on a page, the source may
 * return the same page forever (hazard 3).
 */
export class ProgressGuard {
  #mark: string | undefined;
  #seen = new Set<string>();
  #previous = new Set<string>();

  /** `mark` identifies the previous page, if an earlier visit read it. */
  constructor(mark: string | undefined) {
    this.#mark = mark;
  }

  /** The mark is part of the checkpoint, because a visit may be too short to see a page twice. */
  get mark(): string | undefined {
    return this.#mark;
  }

  /**
   * `stuck`: another page follows, but this page only repeats earlier rows, or its cursor doesn't move. `fresh`: which
   * rows the previous page didn't show.
   */
  see({ rows, cursor, nextCursor }: PageProgress): { readonly stuck: boolean; readonly fresh: readonly boolean[] } {
    const keys = rows.map(rowKey);
    const mark = sha256Text("base64url", ...[...keys].sort()).slice(0, 16);
    const repeated = rows.length > 0 && (mark === this.#mark || keys.every((key) => this.#seen.has(key)));
    const fresh = keys.map((key) => !this.#previous.has(key));
    this.#mark = mark;
    this.#previous = new Set(keys);
    // A page's rows are remembered while the following pages overlap with it. The first page without overlap shows that
    // the pass has advanced.
    this.#seen = keys.some((key) => this.#seen.has(key)) ? new Set([...this.#seen, ...keys]) : new Set(keys);
    return { stuck: nextCursor !== undefined && (repeated || nextCursor === cursor), fresh };
  }
}

/** Hashes the whole row. With the id alone, a second change to a record would look like a repetition (hazard 5). */
function rowKey(row: unknown): string {
  return sha256Text("base64url", canonicalJson(rowJson(row) ?? null)).slice(0, 22);
}

type PageTimes = {
  /** The positions of the page's rows, in unix ms truncated from microseconds. */
  readonly positions: readonly number[];
  readonly atEnd: boolean;
  /** When the page was read, in unix ms of the server's clock. */
  readonly serverNow: number;
  /** How far (ms) the watermark stays behind the server's clock, because the `Date` header has only whole seconds. */
  readonly margin: number;
};

/**
 * The watermark never falls. It passes only milliseconds that were read completely, because further rows of the page's
 * last millisecond may be on the next page. It never passes the server's time, and it ignores rows with a future date:
 * one such row would hide every later change (hazard 7).
 */
export function risenWatermark(watermark: number | undefined, page: PageTimes): number | undefined {
  const past = page.positions.filter((position) => position <= page.serverNow);
  const incomplete = page.atEnd ? Number.POSITIVE_INFINITY : max(page.positions);
  const complete = past.filter((position) => position < incomplete);
  const reached = Math.min(max(complete), page.serverNow - page.margin);
  const risen = Math.max(reached, watermark ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(risen) ? risen : undefined;
}

/** `Math.max(...values)` would pass every value on the stack and could overflow it. */
function max(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
}
