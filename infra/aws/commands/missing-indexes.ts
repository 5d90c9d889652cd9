import * as z from "zod";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import { type CheckResult, fail } from "./checks.ts";

const description = z.object({
  Table: z.object({ GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })).default([]) }),
});

/**
 * Fails if a table, as `describe-table` returns it, lacks an index that its queries need. CloudFormation doesn't add
 * indexes to a restored table.
 */
export function missingIndexes(table: TableName, name: string, described: unknown): CheckResult | undefined {
  const { Table } = description.parse(described);
  const known = Table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
  const missing = tables[table].indexes.map((index) => index.name).filter((index) => !known.includes(index));
  if (missing.length === 0) return undefined;
  return fail(`${name} has no index ${missing.join(", ")}: run restore-tables again with the table's suffix`);
}
