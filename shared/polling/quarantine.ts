import { canonicalJson } from "../kernel/canonical-json.ts";
import { sha256 } from "../kernel/hash.ts";
import type { Json } from "../kernel/json.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Metrics } from "../kernel/ports/metrics.ts";
import { absent, type Table } from "../kernel/ports/table.ts";
import { isStorable } from "../kernel/storable.ts";
import { rowJson } from "./record-row.ts";

/** Where rows go that can't be read: one of them must not hold up its feed. */
export type Quarantine = { keep(instance: string, feedId: string, rows: readonly unknown[]): Promise<void> };

export type QuarantineParts = { readonly table: Pick<Table, "put">; readonly clock: Clock; readonly metrics: Metrics };

/** In bytes of text: above, an item of 400 KB may not hold the row. */
const mostBytes = 300_000;

/**
 * Keeps each row once (`feeds` table, pk `feedId`, sk `poison#<hash>`), and counts it then: as it came, or the beginning
 * of its text where no item can hold it.
 */
export function createQuarantine({ table, clock, metrics }: QuarantineParts): Quarantine {
  return {
    async keep(instance, feedId, rows) {
      if (rows.length === 0) return;
      const keptAt = clock.now();
      const puts = rows.map((row) => {
        const body = rowJson(row) ?? null;
        const hash = sha256(canonicalJson(body)).toString("hex").slice(0, 32);
        return { item: { pk: feedId, sk: `poison#${hash}`, instance, keptAt, body: keepable(body) }, when: absent };
      });
      const outcomes = await table.put(puts);
      const fresh = outcomes.filter((outcome) => outcome === "written").length;
      if (fresh > 0) metrics.record("poisonRows", fresh, "count", instance);
    },
  };
}

function keepable(body: Json): Json {
  const text = JSON.stringify(body);
  const fits = Buffer.byteLength(text) <= mostBytes && isStorable(body);
  return fits ? body : Buffer.from(text).subarray(0, mostBytes).toString();
}
