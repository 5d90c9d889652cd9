import { canonicalJson } from "../kernel/canonical-json.ts";
import { sha256 } from "../kernel/hash.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Metrics } from "../kernel/ports/metrics.ts";
import { absent, type Table } from "../kernel/ports/table.ts";
import { rowJson } from "./record-row.ts";

/** Where rows go that can't be read: one of them must not hold up its feed. */
export type Quarantine = { keep(instance: string, feedId: string, rows: readonly unknown[]): Promise<void> };

export type QuarantineParts = { readonly table: Pick<Table, "put">; readonly clock: Clock; readonly metrics: Metrics };

/** Keeps each row as it came (`feeds` table, pk `feedId`, sk `poison#<hash>`) once, and counts it then. */
export function createQuarantine({ table, clock, metrics }: QuarantineParts): Quarantine {
  return {
    async keep(instance, feedId, rows) {
      if (rows.length === 0) return;
      const keptAt = clock.now();
      const puts = rows.map((row) => {
        const body = rowJson(row) ?? null;
        const hash = sha256(canonicalJson(body)).toString("hex").slice(0, 32);
        return { item: { pk: feedId, sk: `poison#${hash}`, instance, keptAt, body }, when: absent };
      });
      const outcomes = await table.put(puts);
      const fresh = outcomes.filter((outcome) => outcome === "written").length;
      if (fresh > 0) metrics.record("poisonRows", fresh, "count", instance);
    },
  };
}
