import * as z from "zod";
import { json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";

export const poisonPrefix = "poison#";

/** A quarantined row (`feeds` table, pk `feedId`, sk `poison#<hash>`). */
export const poisonItem = z.object({
  pk: z.string(),
  sk: z.string().startsWith(poisonPrefix),
  instance: z.string(),
  /** Unix ms, our clock. */
  keptAt: z.int(),
  /** Why the row couldn't be stored, as a stable word. */
  reason: z.string().default("unreadable"),
  /** The length of the row as JSON. */
  bytes: z.int().default(0),
  /** The row; if it is too large for an item, the beginning of its text. */
  body: json,
  shortened: z.literal(true).optional(),
  /** The record's id, if it could be read. */
  recordId: z.string().optional(),
  /** Whether an operator asked for another try, and when the last one was (unix ms). */
  wanted: z.literal(true).optional(),
  triedAt: z.int().optional(),
});
export type PoisonItem = z.infer<typeof poisonItem>;

/**
 * Lists the quarantined rows of one instance, oldest first (pk `<instance>#quarantine`, sk `<keptAt>#<hash>`), because
 * an instance has too many owner feeds to read one by one.
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

export const hashOf = ({ sk }: Pick<PoisonItem, "sk">): string => sk.slice(poisonPrefix.length);

export const parsePoison = (item: Item): PoisonItem => parseStored(poisonItem, item, `quarantined row ${item.sk}`);
