import * as z from "zod";
import { type TableDeclaration, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import { type AwsCli, stackOutputs, tableOutput } from "./aws-cli.ts";
import { asJson } from "./checks.ts";

export type RestoreOptions = {
  readonly aws: AwsCli;
  readonly stage: string;
  /** The end of the new tables' names, such as a date or a ticket. */
  readonly suffix: string;
  /** ISO 8601; the latest restorable instant if undefined. */
  readonly at: string | undefined;
  /** Names of the topology; all tables if undefined. */
  readonly only: readonly string[] | undefined;
  /** Waits between two reads, in ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly say: (line: string) => void;
};

/** The options for the stage's file. */
export type Restored = {
  readonly restoredTables: { readonly [name in TableName]?: string };
  readonly restoredStreamArn?: string;
  readonly formerTables: { readonly [name in TableName]?: string };
};

const described = z.object({
  Table: z.object({
    TableArn: z.string(),
    TableStatus: z.string(),
    DeletionProtectionEnabled: z.boolean().optional(),
    LatestStreamArn: z.string().optional(),
    StreamSpecification: z.object({ StreamEnabled: z.boolean() }).optional(),
    GlobalSecondaryIndexes: z
      // AWS declares the status optional, and the emulator omits it.
      .array(z.object({ IndexName: z.string(), IndexStatus: z.string().default("ACTIVE") }))
      .default([]),
    SSEDescription: z.object({ KMSMasterKeyArn: z.string().optional() }).optional(),
  }),
});
type Described = z.output<typeof described>["Table"];
/** Version 1 of the CLI returns seconds, version 2 text. */
const instant = z.union([z.number().transform((seconds) => seconds * 1_000), z.string().transform(Date.parse)]);
const backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({ LatestRestorableDateTime: instant.optional() }),
  }),
});
const tagged = z.object({ Tags: z.array(z.object({ Key: z.string(), Value: z.string() })) });

/**
 * Restores tables under new names and sets what a restoration leaves out: the stream, expiry, backups, deletion
 * protection and tags. All are restored to one instant, so that they agree with each other. Each step checks what
 * already exists, so it can be repeated. CloudFormation doesn't know restored tables, so a repetition also adds the
 * indexes that later releases declare.
 */
export async function restoreStageTables(options: RestoreOptions): Promise<Restored> {
  const { aws, stage, suffix, only, say } = options;
  const wanted = entriesOf(tables).filter(([name]) => only?.includes(name) ?? true);
  const unknown = (only ?? []).filter((name) => !wanted.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(", ")}`);
  const outputs = wanted.map(([name]) => tableOutput(name));
  const sources = await stackOutputs(aws, stage, "Data", outputs);
  const plans = wanted.map(([name, declaration]) => ({
    name,
    declaration,
    source: sources[tableOutput(name)] ?? "",
    target: `feedhook-${stage}-${name}-${suffix}`,
  }));
  const at =
    options.at ??
    (await latestOf(
      aws,
      plans.map(({ source }) => source),
    ));
  say(`to ${at}`);
  // All are started first, because a restoration takes minutes to hours, regardless of the table's size.
  for (const plan of plans) {
    await begin(aws, at, plan);
    say(`${plan.name}: restoring ${plan.source} as ${plan.target}`);
  }
  const restoredTables: { [name in TableName]?: string } = {};
  const formerTables: { [name in TableName]?: string } = {};
  let restoredStreamArn: string | undefined;
  for (const { name, declaration, source, target } of plans) {
    const table = await complete(options, declaration, source, target);
    restoredTables[name] = target;
    formerTables[name] = source;
    if (declaration.streamed) restoredStreamArn = table.LatestStreamArn;
    say(`${name}: ${target} is ready`);
  }
  return { restoredTables, formerTables, ...(restoredStreamArn === undefined ? {} : { restoredStreamArn }) };
}

/** The latest instant to which all of these tables can be restored, usually five minutes ago. */
async function latestOf(aws: AwsCli, names: readonly string[]): Promise<string> {
  const latest = await Promise.all(
    names.map(async (name) => {
      const answered = await asJson(aws, ["dynamodb", "describe-continuous-backups", "--table-name", name]);
      const { ContinuousBackupsDescription } = backups.parse(answered);
      const { LatestRestorableDateTime } = ContinuousBackupsDescription.PointInTimeRecoveryDescription;
      if (LatestRestorableDateTime === undefined) throw new Error(`${name} has no backups for point-in-time recovery`);
      return LatestRestorableDateTime;
    }),
  );
  return new Date(Math.min(...latest)).toISOString();
}

async function begin(
  aws: AwsCli,
  at: string,
  { source, target }: { readonly source: string; readonly target: string },
): Promise<void> {
  if ((await look(aws, target)) !== undefined) return;
  const { SSEDescription } = await describe(aws, source);
  const key = SSEDescription?.KMSMasterKeyArn;
  const sse = { Enabled: true, SSEType: "KMS", KMSMasterKeyId: key };
  await aws([
    ...["dynamodb", "restore-table-to-point-in-time", "--source-table-name", source, "--target-table-name", target],
    ...["--restore-date-time", at],
    ...(key === undefined ? [] : ["--sse-specification-override", JSON.stringify(sse)]),
    ...["--output", "json"],
  ]);
}

async function complete(options: RestoreOptions, declaration: TableDeclaration, source: string, target: string) {
  const { aws } = options;
  const { streamed, expiry, indexes } = declaration;
  const original = await describe(aws, source);
  let table = await settled(options, target);
  const update = ["dynamodb", "update-table", "--table-name", target, "--output", "json"];
  if (streamed && table.StreamSpecification?.StreamEnabled !== true) {
    const stream = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
    await aws([...update, "--stream-specification", JSON.stringify(stream)]);
    table = await settled(options, target);
  }
  if (original.DeletionProtectionEnabled === true && table.DeletionProtectionEnabled !== true) {
    await aws([...update, "--deletion-protection-enabled"]);
    table = await settled(options, target);
  }
  for (const index of indexes) {
    if (table.GlobalSecondaryIndexes.some(({ IndexName }) => IndexName === index.name)) continue;
    await aws([...update, ...creationOf(index)]);
    table = await settled(options, target);
  }
  if (expiry !== undefined) await expire(aws, target, expiry);
  await aws([
    ...["dynamodb", "update-continuous-backups", "--table-name", target, "--output", "json"],
    ...["--point-in-time-recovery-specification", "PointInTimeRecoveryEnabled=true"],
  ]);
  const { Tags } = tagged.parse(
    await asJson(aws, ["dynamodb", "list-tags-of-resource", "--resource-arn", original.TableArn]),
  );
  // CloudFormation's own tags are refused.
  const own = Tags.filter(({ Key }) => !Key.startsWith("aws:"));
  if (own.length > 0) {
    await aws(["dynamodb", "tag-resource", "--resource-arn", table.TableArn, "--tags", JSON.stringify(own)]);
  }
  return table;
}

/** DynamoDB creates one index at a time. */
function creationOf({ name, partition, sort }: TableDeclaration["indexes"][number]): readonly string[] {
  const attributes = [
    { AttributeName: partition, AttributeType: "S" },
    { AttributeName: sort.attribute, AttributeType: sort.type === "number" ? "N" : "S" },
  ];
  const KeySchema = [
    { AttributeName: partition, KeyType: "HASH" },
    { AttributeName: sort.attribute, KeyType: "RANGE" },
  ];
  const Create = { IndexName: name, KeySchema, Projection: { ProjectionType: "KEYS_ONLY" } };
  return [
    ...["--attribute-definitions", JSON.stringify(attributes)],
    ...["--global-secondary-index-updates", JSON.stringify([{ Create }])],
  ];
}

async function expire(aws: AwsCli, table: string, attribute: string): Promise<void> {
  const asked = await asJson(aws, ["dynamodb", "describe-time-to-live", "--table-name", table]);
  // DynamoDB refuses to enable it a second time.
  if (JSON.stringify(asked).includes(`"${attribute}"`)) return;
  const specification = `Enabled=true,AttributeName=${attribute}`;
  await aws([
    ...["dynamodb", "update-time-to-live", "--table-name", table, "--output", "json"],
    ...["--time-to-live-specification", specification],
  ]);
}

/** Waits until no change of the table is in progress. */
async function settled({ aws, sleep }: RestoreOptions, table: string): Promise<Described> {
  for (;;) {
    const found = await describe(aws, table);
    const isIndexed = found.GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE");
    if (found.TableStatus === "ACTIVE" && isIndexed) return found;
    if (found.TableStatus !== "ACTIVE" && !/^(CREATING|UPDATING|RESTORING)$/.test(found.TableStatus))
      throw new Error(`${table} is ${found.TableStatus}`);
    await sleep(15_000);
  }
}

async function describe(aws: AwsCli, table: string): Promise<Described> {
  return described.parse(await asJson(aws, ["dynamodb", "describe-table", "--table-name", table])).Table;
}

async function look(aws: AwsCli, table: string): Promise<Described | undefined> {
  try {
    return await describe(aws, table);
  } catch (error) {
    if (String(error).includes("ResourceNotFoundException")) return undefined;
    throw error;
  }
}
