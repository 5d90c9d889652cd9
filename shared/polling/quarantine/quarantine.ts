import * as z from "zod";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { isExactNumber } from "../../kernel/exact-json.ts";
import { sha256 } from "../../kernel/hash.ts";
import { isStorable, type Json, json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absentOrExpired, type Item, type Key, type Table } from "../../kernel/ports/table.ts";
import type { RowQuarantine } from "../observe/row-sinks.ts";
import { listedId, rowJson } from "../rows/record-row.ts";

export const poisonPrefix = "poison#";

/** A quarantined row (`feeds` table, pk `feedId`, sk `poison#<hash>`). */
const poisonItem = z.object({
  pk: z.string(),
  sk: z.string().startsWith(poisonPrefix),
  instance: z.string(),
  /** Unix ms, our clock. */
  keptAt: z.int(),
  /** Why the row couldn't be stored, as a stable code. */
  reason: z.string().default("unreadable"),
  /** The length of the row as JSON, or of its first levels if it is too deep. */
  bytes: z.int().default(0),
  /**
   * The row, its first levels if it is too deep, or the beginning of its text if it is too large for an item or a table
   * can't store it.
   */
  body: json,
  shortened: z.literal(true).optional(),
  recordId: z.string().optional(),
  /** Whether an operator asked for another try, and when the last try was (unix ms). */
  wanted: z.literal(true).optional(),
  triedAt: z.int().optional(),
});
export type PoisonItem = z.infer<typeof poisonItem>;

/**
 * An instance's notes list its quarantined rows, oldest first (pk `<instance>#quarantine`, sk `<keptAt>#<hash>`),
 * because an instance has too many owners' feeds to read one by one.
 */
export const poisonNote = z.object({
  pk: z.string(),
  sk: z.string(),
  feedId: z.string(),
  hash: z.string(),
  keptAt: z.int(),
  reason: z.string(),
  bytes: z.int(),
  recordId: z.string().optional(),
});
export type PoisonNote = z.infer<typeof poisonNote>;

export const poisonKey = (feedId: string, hash: string): Key => ({ pk: feedId, sk: `${poisonPrefix}${hash}` });

export const notePartition = (instance: string): string => `${instance}#quarantine`;

export function noteKey(instance: string, keptAt: number, hash: string): Key {
  return { pk: notePartition(instance), sk: `${String(keptAt).padStart(15, "0")}#${hash}` };
}

export const hashOf = ({ sk }: Key): string => sk.slice(poisonPrefix.length);

export const parsePoison = (item: Item): PoisonItem => parseStored(poisonItem, item, `quarantined row ${item.sk}`);

type QuarantineParts = Context & {
  readonly table: Table;
};

/** The maximum size of a row's text in bytes. A larger row might not fit into an item of 400 KB. */
const mostBytes = 300_000;

export function createQuarantine({ table, clock, logger, metrics, timings }: QuarantineParts): RowQuarantine {
  return {
    async held(feedId, rows) {
      const standing = await table.getAll(rows.map((row) => poisonKey(feedId, hashOfRow(row))));
      await noteStanding(table, standing);
      return standing.map((item) => item !== undefined);
    },

    async keep(instance, feedId, rows, reason = "unreadable") {
      const found = new Map(rows.map((row) => [hashOfRow(row), row]));
      const hashes = [...found.keys()];
      // A row reappears in every poll whose overlap contains it, and a read is cheaper than a refused write.
      const standing = await table.getAll(hashes.map((hash) => poisonKey(feedId, hash)));
      await noteStanding(table, standing);
      const fresh = hashes.filter((_, position) => standing[position] === undefined);
      if (fresh.length === 0) return 0;
      const keptAt = clock.now();
      const expiresAt = Math.floor((keptAt + timings.quarantineRetention) / 1_000);
      const about = { instance, keptAt, reason, expiresAt };
      const items = fresh.map((hash) => ({ ...poisonKey(feedId, hash), ...about, ...storedRow(found.get(hash)) }));
      const outcomes = await table.put(items.map((item) => ({ item, when: absentOrExpired(keptAt) })));
      const kept = items.filter((_, position) => outcomes[position] === "written");
      await table.put(kept.map((item) => ({ item: noteOf(item) })));
      if (kept.length > 0) {
        logger.warn("feed.rows_quarantined", { instance, feedId, rows: kept.length, reason });
        metrics.record("polling.rows_quarantined", kept.length, instance);
      }
      return kept.length;
    },
  };
}

const standingItem = poisonItem.extend({ expiresAt: z.int() });

/**
 * Adds the notes that are missing because a process ended after it stored the rows. Without a note, neither an operator
 * nor the erasure of a document finds the row.
 */
async function noteStanding(table: Table, standing: readonly (Item | undefined)[]): Promise<void> {
  const notes = standing.flatMap((item): Item[] => {
    // A row whose body is null may be in the middle of its removal, with its note already gone.
    if (item === undefined || item["body"] === null) return [];
    return [noteOf(parseStored(standingItem, item, `quarantined row ${item.sk}`))];
  });
  if (notes.length === 0) return;
  const found = await table.getAll(notes.map(({ pk, sk }) => ({ pk, sk })));
  const missing = notes.filter((_, at) => found[at] === undefined);
  if (missing.length > 0) await table.put(missing.map((item) => ({ item })));
}

type Standing = Omit<z.infer<typeof standingItem>, "body">;

function noteOf(row: Standing): Item {
  const { pk: feedId, instance, keptAt, reason, bytes, recordId, expiresAt } = row;
  const hash = hashOf(row);
  return {
    ...noteKey(instance, keptAt, hash),
    feedId,
    hash,
    keptAt,
    reason,
    bytes,
    expiresAt,
    ...defined({ recordId }),
  };
}

/** The row or, if it is too deep, its first levels, so that two such rows have different hashes. */
const readableRow = (row: unknown): Json => rowJson(row) ?? firstLevels(row, 3);

function firstLevels(value: unknown, levels: number): Json {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return rowJson(value) ?? null;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((element) => firstLevels(element, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, firstLevels(member, levels - 1)]));
}

const hashOfRow = (row: unknown): string =>
  sha256(canonicalJson(readableRow(row)))
    .toString("hex")
    .slice(0, 32);

function storedRow(row: unknown) {
  const body = readableRow(row);
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const fits = bytes <= mostBytes && isStorable(body);
  const kept: Json = fits ? body : Buffer.from(text).subarray(0, mostBytes).toString();
  const isWhole = fits && rowJson(row) !== undefined;
  return {
    bytes,
    body: kept,
    ...defined({ shortened: isWhole ? undefined : (true as const), recordId: listedId(row) }),
  };
}
