import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { sha256Text } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Page, type PageRequest } from "../kernel/ports/table.ts";
import { base32, fromBase32, sortableId } from "../kernel/sortable-id.ts";
import { person } from "./api-key.ts";
import { takeOfDay } from "./day-allowance.ts";

/**
 * What was done with an API key: names and ids, never values (`deliveries` table, pk `audit#<partner>#<yyyy-mm>`, sk
 * the entry's id).
 */
const auditEntry = z.object({
  id: z.string(),
  /** Unix ms. */
  at: z.int(),
  /** The operation in the OpenAPI document. */
  operation: z.string(),
  method: z.string(),
  /** The first 512 characters; if the entry has `times`, the path in the operation's declaration. */
  path: z.string(),
  /** The names of the fields that the request set: at most 50 names and 2 KB. Empty if the entry has `times`. */
  fields: z.array(z.string()),
  status: z.int(),
  key: z.string(),
  keyName: z.string(),
  person: person.exactOptional(),
  isOperator: z.boolean(),
  /** The client's address, if the host knows it. */
  address: z.string().exactOptional(),
  /**
   * The number of calls, if the entry counts an operation's calls within an hour. `at`, `status`, `key`, `keyName`,
   * `person` and `address` are those of the last call.
   */
  times: z.int().exactOptional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export type Audited = Omit<AuditEntry, "id" | "at" | "address" | "person" | "times"> & {
  readonly address: string | undefined;
  readonly person?: AuditEntry["person"] | undefined;
  /** The path in the operation's declaration, such as `/v1/subscriptions/{id}`. */
  readonly template: string;
};

export const auditIdShape = /^aud_[0-9A-Z]{26}$/;

const hour = 3_600_000;
const day = 24 * hour;
const kept = 400 * day;

/**
 * The most changes per log and day (UTC) that get their own entry. Changes with a partner's keys and changes by
 * operators are limited separately. Later changes are only counted, so that a key can't fill the table by repeating a
 * change.
 */
const entriesPerDay = 2_000;

/** Callers choose an entry's texts. These limits keep the entry below 8 KB. */
const longestPath = 512;
const longestAddress = 64;
const mostNames = 50;
const mostNameBytes = 2_048;

/** The most entries to read at a time. Entries from earlier releases may contain names of any length. */
const largestPage = 50;

type Listed = PageRequest & { readonly hasRoom?: (entry: AuditEntry) => boolean };

/**
 * Records who changed what, when and from where, in a log for each partner. Entries are kept for 400 days, in the
 * `deliveries` table, because its items can expire.
 */
export class AuditLog {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  async record(partner: string, { address, person: user, template, path, fields, ...what }: Audited): Promise<void> {
    const { table, clock, randomness } = this.#parts;
    const at = clock.now();
    const who = defined({ address: address?.slice(0, longestAddress), person: user });
    const entry = { ...what, ...who, at, expiresAt: Math.ceil((at + kept) / 1_000) };
    const allowance = { partner, of: what.isOperator ? "audit-of-operators" : "audit", amount: 1, most: entriesPerDay };
    if (await takeOfDay(table, { ...allowance, now: at })) {
      const id = sortableId("aud", at, randomness);
      const key = { pk: partitionOf(partner, monthOf(at)), sk: id };
      const full = { ...entry, ...key, id, path: path.slice(0, longestPath), fields: firstNames(fields) };
      await table.put([{ item: full, when: absent }]);
      return;
    }
    const id = idOfHour(at, what);
    const key = { pk: partitionOf(partner, monthOf(at)), sk: id };
    await table.update({
      ...{ key, set: { ...entry, id, path: template, fields: [] }, add: { times: 1 } },
      // The entry may still name the person who made an earlier call.
      ...(user === undefined && { remove: ["person"] }),
    });
  }

  /** Newest first, beginning after the id `after`. Ends before the first entry for which `hasRoom` returns false. */
  async list(partner: string, { after, limit, hasRoom = () => true }: Listed): Promise<Page<AuditEntry>> {
    const now = this.#parts.clock.now();
    const items: AuditEntry[] = [];
    for (let month = monthOf(timeOf(after) ?? now); month >= monthOf(now - kept); month -= 1) {
      for (let [more, last] = [true, after]; more; ) {
        const size = Math.min(limit + 1 - items.length, largestPage);
        const query = { pk: partitionOf(partner, month), descending: true, limit: size };
        const page = await this.#parts.table.query({ ...query, ...defined({ after: last }) });
        for (const item of page.items) {
          const entry = parseStored(auditEntry, item, `audit entry ${item.sk}`);
          if (items.length === limit || !hasRoom(entry)) return { items, more: true };
          items.push(entry);
        }
        [more, last] = [page.more, page.items.at(-1)?.sk ?? last];
      }
    }
    return { items, more: false };
  }
}

function firstNames(names: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = names.findIndex((name, at) => {
    bytes += Buffer.byteLength(JSON.stringify(name));
    return at === mostNames || bytes > mostNameBytes;
  });
  return end === -1 ? names : names.slice(0, end);
}

/**
 * After the day's entries are used up, one entry counts an operation's calls within an hour, separately for operators
 * and the partner. The time in the id is the last millisecond of that hour, so that this entry is listed before the
 * hour's entries for single calls.
 */
function idOfHour(at: number, { operation, isOperator }: Pick<Audited, "operation" | "isOperator">): string {
  const digest = sha256Text("hex", operation, String(isOperator));
  return `aud_${base32((BigInt(at - (at % hour) + hour - 1) << 80n) | BigInt(`0x${digest.slice(0, 20)}`), 26)}`;
}

/** Months since the year 0, so that `list` can count down through them. */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function partitionOf(partner: string, month: number): string {
  return `audit#${partner}#${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function timeOf(id: string | undefined): number | undefined {
  return id === undefined ? undefined : fromBase32(id.slice("aud_".length, "aud_".length + 10));
}
