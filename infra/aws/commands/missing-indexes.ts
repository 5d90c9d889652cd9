import * as z from "zod";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { AwsCli } from "./aws-cli.ts";
import { asJson, type CheckResult, fail } from "./checks.ts";

const described = z.object({
  Table: z.object({ GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })).default([]) }),
});

/** Fails if a table lacks an index that its queries need. CloudFormation doesn't add indexes to a restored table. */
export async function missingIndexes(aws: AwsCli, table: TableName, name: string): Promise<CheckResult | undefined> {
  const { Table } = described.parse(await asJson(aws, ["dynamodb", "describe-table", "--table-name", name]));
  const known = Table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
  const missing = tables[table].indexes.map((index) => index.name).filter((index) => !known.includes(index));
  if (missing.length === 0) return undefined;
  return fail(`${name} has no index ${missing.join(", ")}: run restore-tables again with the table's suffix`);
}
