import * as z from "zod";
import { fromBase32 } from "../kernel/base32.ts";
import { defined } from "../kernel/defined.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import { absent, type Page, type Table } from "../kernel/ports/table.ts";
import { sortableId } from "../kernel/sortable-id.ts";

/** What was done with an API key: names and ids, never values (`deliveries` table, pk `audit#<partner>#<yyyy-mm>`, sk its id). */
const auditEntry = z.object({
  id: z.string(),
  /** Unix ms. */
  at: z.int(),
  /** The operation of the OpenAPI document. */
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  /** Names of the fields that the request set. */
  fields: z.array(z.string()),
  status: z.int(),
  key: z.string(),
  keyName: z.string(),
  isOperator: z.boolean(),
  /** Where the request came from, as far as the host knows. */
  address: z.string().exactOptional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export type Audited = Omit<AuditEntry, "id" | "at" | "address"> & { readonly address: string | undefined };

export const auditIdShape = /^aud_[0-9A-Z]{26}$/;

const day = 86_400_000;
const kept = 400 * day;

type Parts = {
  /** The `deliveries` table: it is the one whose items expire. */
  readonly table: Pick<Table, "put" | "query">;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, "bytes">;
};

/** Who did what to what, when and from where, per partner, for 400 days. */
export class AuditLog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async record(partner: string, { address, ...what }: Audited): Promise<void> {
    const { table, clock, randomness } = this.#parts;
    const at = clock.now();
    const id = sortableId("aud", at, randomness);
    const entry = { ...what, ...defined({ address }), id, at };
    const key = { pk: partitionOf(partner, monthOf(at)), sk: id };
    await table.put([{ item: { ...entry, ...key, expiresAt: Math.ceil((at + kept) / 1_000) }, when: absent }]);
  }

  /** Newest first; `after` is the id of the last one of the page before. */
  async list(
    partner: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Page<AuditEntry>> {
    const now = this.#parts.clock.now();
    const items: AuditEntry[] = [];
    for (let month = monthOf(timeOf(after) ?? now); month >= monthOf(now - kept); month -= 1) {
      for (let [more, last] = [true, after]; more; ) {
        const query = { pk: partitionOf(partner, month), descending: true, limit: limit + 1 - items.length };
        const page = await this.#parts.table.query({ ...query, ...defined({ after: last }) });
        items.push(...page.items.map((item) => parseStored(auditEntry, item, `audit entry ${item.sk}`)));
        if (items.length > limit) return { items: items.slice(0, limit), more: true };
        [more, last] = [page.more, page.items.at(-1)?.sk ?? last];
      }
    }
    return { items, more: false };
  }
}

/** Months since the year 0, so that one can count back. */
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
