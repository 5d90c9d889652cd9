import { setTimeout } from "node:timers/promises";
import {
  DynamoDB,
  ResourceNotFoundException,
  type TableDescription,
  type UpdateTableInput,
} from "@aws-sdk/client-dynamodb";
import { Command } from "@commander-js/extra-typings";
import { type TableDeclaration, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { entriesOf } from "../entries-of.ts";
import { clientOptions, stackOutputs, tableOutput } from "./deployed-stage.ts";
import { runCommand } from "./run-command.ts";

const command = new Command("npm run restore-tables --")
  .description(
    "Restores a stage's tables to an instant, under new names, and prints the options for the stage's file " +
      '(docs/deploy.md, "Restore"). Nothing uses the new tables until you deploy these options. After an ' +
      "interruption, run the same command again to continue. Uses the AWS CLI's credentials.",
  )
  .requiredOption("--stage <stage>")
  .requiredOption("--suffix <text>", "the end of the new tables' names")
  .option("--at <instant>", "ISO 8601; by default, the latest instant to which all tables can be restored")
  .option("--only <tables>", "names of tables, separated by commas")
  .action(async ({ stage, suffix, at, only }) => {
    const wait = { sleep: setTimeout, say: (line: string) => process.stderr.write(`${line}\n`) };
    const restored = await restoreStageTables({ stage, suffix, at, only: only?.split(","), ...wait });
    process.stdout.write(`${JSON.stringify(restored, null, 2)}\n`);
  });

export type RestoreOptions = {
  readonly stage: string;
  /** The end of the new tables' names, such as a date or a ticket. */
  readonly suffix: string;
  /** ISO 8601; the latest restorable instant if undefined. */
  readonly at: string | undefined;
  /** Names of tables, as in the topology; undefined means all tables. */
  readonly only: readonly string[] | undefined;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly say: (line: string) => void;
};

export type Restored = {
  readonly restoredTables: { readonly [name in TableName]?: string };
  readonly restoredStreamArn?: string;
  readonly formerTables: { readonly [name in TableName]?: string };
};

/**
 * Restores tables under new names, all to one instant, so that they are consistent with each other. Also sets what a
 * restore leaves out: the stream, expiry, backups, deletion protection and tags. The command can be repeated safely.
 * CloudFormation doesn't manage restored tables, so a repeat also adds the indexes that later releases declare.
 */
export async function restoreStageTables(options: RestoreOptions): Promise<Restored> {
  const { stage, suffix, only, sleep, say } = options;
  const wanted = entriesOf(tables).filter(([name]) => only?.includes(name) ?? true);
  const unknown = (only ?? []).filter((name) => !wanted.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(", ")}`);
  const sources = await stackOutputs(
    stage,
    "Data",
    wanted.map(([name]) => tableOutput(name)),
  );
  const plans = wanted.map(([name, declaration]) => ({
    name,
    declaration,
    source: sources[tableOutput(name)] ?? "",
    target: `feedhook-${stage}-${name}-${suffix}`,
  }));
  const restoration = new Restoration(new DynamoDB(clientOptions()), sleep);
  const at =
    options.at === undefined ? await restoration.latestOf(plans.map(({ source }) => source)) : new Date(options.at);
  say(`restoring to ${at.toISOString()}`);
  // Starts all restores before it waits for the first, because each takes minutes to hours, regardless of the table's
  // size.
  for (const { name, source, target } of plans) {
    await restoration.begin(at, source, target);
    say(`${name}: restoring ${source} as ${target}`);
  }
  const restoredTables: { [name in TableName]?: string } = {};
  const formerTables: { [name in TableName]?: string } = {};
  let restoredStreamArn: string | undefined;
  for (const { name, declaration, source, target } of plans) {
    const table = await restoration.complete(declaration, source, target);
    restoredTables[name] = target;
    formerTables[name] = source;
    if (declaration.streamed) restoredStreamArn = table.LatestStreamArn;
    say(`${name}: ${target} is ready`);
  }
  return { restoredTables, formerTables, ...(restoredStreamArn === undefined ? {} : { restoredStreamArn }) };
}

class Restoration {
  readonly #client: DynamoDB;
  readonly #sleep: RestoreOptions["sleep"];

  constructor(client: DynamoDB, sleep: RestoreOptions["sleep"]) {
    this.#client = client;
    this.#sleep = sleep;
  }

  /** Returns the latest instant to which all of these tables can be restored, usually five minutes ago. */
  async latestOf(names: readonly string[]): Promise<Date> {
    const latest = await Promise.all(
      names.map(async (TableName) => {
        const { ContinuousBackupsDescription } = await this.#client.describeContinuousBackups({ TableName });
        const { LatestRestorableDateTime } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
        if (LatestRestorableDateTime === undefined) {
          throw new Error(`${TableName} has no backups for point-in-time recovery`);
        }
        return LatestRestorableDateTime.getTime();
      }),
    );
    return new Date(Math.min(...latest));
  }

  async begin(at: Date, source: string, target: string): Promise<void> {
    if (await this.#exists(target)) return;
    const key = (await this.#describe(source)).SSEDescription?.KMSMasterKeyArn;
    await this.#client.restoreTableToPointInTime({
      SourceTableName: source,
      TargetTableName: target,
      RestoreDateTime: at,
      ...(key === undefined
        ? {}
        : { SSESpecificationOverride: { Enabled: true, SSEType: "KMS", KMSMasterKeyId: key } }),
    });
  }

  async complete({ streamed, expiry, indexes }: TableDeclaration, source: string, target: string) {
    const original = await this.#describe(source);
    let table = await this.#settled(target);
    const update = async (change: Partial<UpdateTableInput>) => {
      await this.#client.updateTable({ TableName: target, ...change });
      table = await this.#settled(target);
    };
    if (streamed && table.StreamSpecification?.StreamEnabled !== true) {
      await update({ StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } });
    }
    if (original.DeletionProtectionEnabled === true && table.DeletionProtectionEnabled !== true) {
      await update({ DeletionProtectionEnabled: true });
    }
    // DynamoDB creates one index at a time.
    for (const index of indexes) {
      const isThere = table.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === index.name) ?? false;
      if (!isThere) await update(creationOf(index));
    }
    if (expiry !== undefined) await this.#expire(target, expiry);
    await this.#client.updateContinuousBackups({
      TableName: target,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    const { Tags = [] } = await this.#client.listTagsOfResource({ ResourceArn: original.TableArn });
    // DynamoDB refuses CloudFormation's own tags.
    const own = Tags.filter(({ Key }) => Key?.startsWith("aws:") === false);
    if (own.length > 0) await this.#client.tagResource({ ResourceArn: table.TableArn, Tags: own });
    return table;
  }

  async #expire(TableName: string, AttributeName: string): Promise<void> {
    const { TimeToLiveDescription } = await this.#client.describeTimeToLive({ TableName });
    // DynamoDB refuses to enable expiry a second time.
    if (TimeToLiveDescription?.AttributeName === AttributeName) return;
    await this.#client.updateTimeToLive({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName } });
  }

  /** The SDK's waiter doesn't wait for indexes. */
  async #settled(table: string): Promise<TableDescription> {
    for (;;) {
      const found = await this.#describe(table);
      const { TableStatus = "", GlobalSecondaryIndexes = [] } = found;
      const isIndexed = GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE");
      if (TableStatus === "ACTIVE" && isIndexed) return found;
      if (!/^(ACTIVE|CREATING|UPDATING|RESTORING)$/.test(TableStatus)) throw new Error(`${table} is ${TableStatus}`);
      await this.#sleep(15_000);
    }
  }

  async #exists(table: string): Promise<boolean> {
    try {
      await this.#describe(table);
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  }

  async #describe(TableName: string): Promise<TableDescription> {
    const { Table } = await this.#client.describeTable({ TableName });
    if (Table === undefined) throw new Error(`DynamoDB returned no description of ${TableName}`);
    return Table;
  }
}

function creationOf({ name, partition, sort }: TableDeclaration["indexes"][number]): Partial<UpdateTableInput> {
  return {
    AttributeDefinitions: [
      { AttributeName: partition, AttributeType: "S" },
      { AttributeName: sort.attribute, AttributeType: sort.type === "number" ? "N" : "S" },
    ],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: name,
          KeySchema: [
            { AttributeName: partition, KeyType: "HASH" },
            { AttributeName: sort.attribute, KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      },
    ],
  };
}

if (import.meta.main) await runCommand(command);
