import type { Owner } from "../../kernel/envelope.ts";
import { type JsonObject, jsonObject } from "../../kernel/json.ts";
import type { Source, SourceAnswer, SourcePage } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, triageBadRequest } from "../feed-reader.ts";
import { beyond, type Counts, countsOf, fingerprintOf, sizeOf, sumOf } from "./fingerprint-counts.ts";

export type JournalLimits = {
  /** The first page of a usual or daily pass is small, because most polls find nothing new (hazard 55). */
  readonly idlePage: number;
  /** The size of all other pages: the largest that the source allows (docs/partner-api.md#change-feed-page-size). */
  readonly largePage: number;
  /** A pass ends once it has found more new entries than this, because one checkpoint contains all of them. */
  readonly fresh: number;
  /**
   * The maximum number of entries that a checkpoint counts. A checkpoint must stay far below 400 KB, the size limit of
   * an item.
   */
  readonly counted: number;
  /** The most distinct entries that an interrupted replay counts. In a longer replay, the oldest are dropped. */
  readonly replayed: number;
};

export const journalLimits: JournalLimits = {
  idlePage: 100,
  largePage: 1_000,
  fresh: 1_000,
  counted: 2_000,
  replayed: 6_000,
};

export type ReadPage = {
  /** The cursor that the page was requested with; null for the feed's start. */
  readonly cursor: string | null;
  readonly fingerprints: readonly string[];
  readonly nextCursor: string | undefined;
};

export type JournalRead = {
  readonly pages: readonly ReadPage[];
  /** By fingerprint, the entries as received, in the feed's order. Equal entries may be spelled differently. */
  readonly bodies: ReadonlyMap<string, readonly JsonObject[]>;
  readonly known: Counts;
  readonly poison: readonly unknown[];
  /** Unix ms of the server's clock at the last page. */
  readonly asOf: number;
  /** When the first page was requested (unix ms of the server's clock). */
  readonly beganAt: number;
  readonly end: JournalEnd;
};

/**
 * `done`: the current end of the feed is reached. `next`: there is more, and enough was read. `lostCursor`: the source
 * refuses a cursor that it once returned. `unprocessable`: the source doesn't find the owner (422).
 */
export type JournalEnd = PassEnd | { readonly outcome: "next" | "lostCursor" | "unprocessable" };

type JournalRange = {
  readonly limits: JournalLimits;
  readonly owner: Owner;
  readonly from: string | null;
  readonly large: boolean;
  /** How many occurrences of each fingerprint after `from` are known. If absent, no entry counts as new. */
  known?(fingerprints: readonly string[]): Counts | Promise<Counts>;
  /** Stops before the end as soon as this returns true. */
  enough?(read: Counts): boolean;
};

export async function readJournal(source: Source, range: JournalRange): Promise<JournalRead> {
  const pages: ReadPage[] = [];
  const bodies = new Map<string, JsonObject[]>();
  const poison: unknown[] = [];
  let known: Counts = new Map();
  let read: Counts = new Map();
  let asOf = 0;
  let beganAt: number | undefined;
  let cursor = range.from;
  const result = (end: JournalEnd): JournalRead => ({ pages, bodies, known, poison, asOf, beganAt: beganAt ?? 0, end });
  for (;;) {
    const limit = range.large || pages.length > 0 ? range.limits.largePage : range.limits.idlePage;
    const answer = await changes(source, range.owner, cursor, limit);
    if (answer.outcome === "badRequest") return result(await triage(source, range.owner, cursor));
    if (answer.outcome === "unprocessable") return result({ outcome: "unprocessable" });
    if (answer.outcome !== "ok") return result(endBecauseOf(answer));
    asOf = answer.moment.asOf;
    beganAt ??= answer.moment.beganAt;
    const fingerprints: string[] = [];
    for (const item of answer.value.items) {
      const entry = jsonObject.safeParse(item);
      if (!entry.success) {
        poison.push(item);
        continue;
      }
      const fingerprint = fingerprintOf(entry.data);
      const equal = bodies.get(fingerprint);
      if (equal === undefined) bodies.set(fingerprint, [entry.data]);
      else equal.push(entry.data);
      fingerprints.push(fingerprint);
    }
    const unknown = [...new Set(fingerprints)].filter((fingerprint) => !known.has(fingerprint));
    known = new Map([...known, ...((await range.known?.(unknown)) ?? [])]);
    read = sumOf([read, countsOf(fingerprints)]);
    const { nextCursor } = answer.value;
    pages.push({ cursor, fingerprints, nextCursor });
    if (nextCursor === undefined) return result({ outcome: "done" });
    const hasManyNew = range.known !== undefined && sizeOf(beyond(read, known)) > range.limits.fresh;
    if (range.enough?.(read) === true || hasManyNew) return result({ outcome: "next" });
    if (nextCursor === cursor) return result({ outcome: "failed", reason: "no_progress" });
    cursor = nextCursor;
  }
}

function changes(
  source: Source,
  owner: Owner,
  cursor: string | null,
  limit: number,
): Promise<SourceAnswer<SourcePage>> {
  const query = { entityType: owner.type, entityId: owner.id, limit: String(limit) };
  return source.page({ path: "/document/changes", query: cursor === null ? query : { ...query, cursor } });
}

/**
 * A lost cursor, a bad id and a bad limit all cause a 400 (docs/partner-api.md#change-feed-400). The same request
 * without a cursor shows whether the cursor is the cause (hazard 40).
 */
async function triage(source: Source, owner: Owner, cursor: string | null): Promise<JournalEnd> {
  if (cursor === null) return { outcome: "parked", reason: "bad_request" };
  const bare = await changes(source, owner, null, 1);
  return bare.outcome === "unprocessable" ? { outcome: "unprocessable" } : triageBadRequest(bare);
}
