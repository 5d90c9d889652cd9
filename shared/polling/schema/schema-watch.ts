import type { Subject } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { absent, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { contractFields } from "../../source/contract-fields.ts";
import type { SchemaWatch } from "../observe/row-sinks.ts";

export type SchemaWatchParts = Context & {
  readonly table: Table;
};

/**
 * The most findings that are stored for one resource of an instance. A source that keeps returning new names must not
 * fill the table and the log.
 */
const mostFindings = 200;
const longestName = 100;

/**
 * Records each finding once per instance, even across restarts, as an item (`feeds` table, pk `<instance>#schema`, sk
 * `<resource>#<field>` or `<resource>#<field>=<value>`). When the item is first stored, the finding is logged. The
 * finding is also counted, unless first contact found it.
 */
export function createSchemaWatch({ table, clock, logger, metrics }: SchemaWatchParts): SchemaWatch {
  const recorded = new Map<string, Set<string>>();

  async function recordedOf(instance: string, resource: Subject): Promise<Set<string>> {
    const place = `${instance}#${resource}`;
    const known = recorded.get(place);
    if (known !== undefined) return known;
    const prefix = prefixOf(resource);
    const standing = new Set<string>();
    for await (const { sk } of queryAll(table, { pk: partitionOf(instance), prefix }))
      standing.add(sk.slice(prefix.length));
    recorded.set(place, standing);
    return standing;
  }

  return {
    async look(instance, resource, bodies, draining = false) {
      const found = new Set(bodies.flatMap((body) => findingsIn(resource, body)));
      if (found.size === 0) return;
      const known = await recordedOf(instance, resource);
      for (const finding of found) {
        if (known.has(finding) || known.size >= mostFindings) continue;
        known.add(finding);
        const item = { pk: partitionOf(instance), sk: `${prefixOf(resource)}${finding}`, seenAt: clock.now() };
        const [outcome] = await table.put([{ item, when: absent }]);
        if (outcome !== "written") continue;
        if (draining) {
          logger.info("source.schema_found", { instance, resource, finding });
          continue;
        }
        logger.warn("source.schema_drift", { instance, resource, finding });
        metrics.record("source.schema_drift", 1, instance);
      }
    },
  };
}

const partitionOf = (instance: string): string => `${instance}#schema`;
const prefixOf = (resource: Subject): string => `${resource}#`;

/**
 * Returns the names of fields outside the contract, and `field=value` for values outside the contract's lists. Both are
 * part of the schema and never personal data.
 */
function findingsIn(resource: Subject, body: JsonObject): string[] {
  const contract = contractFields[resource];
  if (contract === undefined) return [];
  return Object.entries(body).flatMap(([field, value]) => {
    if (!contract.fields.has(field)) return [field.slice(0, longestName)];
    const values = contract.values[field];
    if (values === undefined || typeof value !== "string" || values.has(value)) return [];
    return [`${field}=${value}`.slice(0, longestName)];
  });
}
