import { DynamoDB, paginateScan } from "@aws-sdk/client-dynamodb";
import { KMS } from "@aws-sdk/client-kms";
import { Command } from "@commander-js/extra-typings";
import { messageOf } from "../../../shared/kernel/errors.ts";
import { clientOptions, stackOutputs } from "./deployed-stage.ts";
import { runCommand, say } from "./run-command.ts";

const command = new Command("npm run rewrap --")
  .description(
    "Wraps the tenants' data keys with the stage's current key (docs/deploy.md, \"Change the key\"). Uses the " +
      "credentials of the AWS CLI.",
  )
  .requiredOption("--stage <stage>")
  .option("--dry-run", "only counts the keys that would be rewrapped", false)
  .action(async (given) => {
    const { found, rewrapped, failed } = await rewrapDataKeys({ ...given, say });
    say(`${found} data keys, ${rewrapped} ${given.dryRun ? "to rewrap" : "rewrapped"}, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  });

export type RewrapOptions = {
  readonly stage: string;
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
};

export type Rewrapped = { readonly found: number; readonly rewrapped: number; readonly failed: number };

/** `wrapped` is a reserved word of DynamoDB, which expressions can't contain. */
const ExpressionAttributeNames = { "#wrapped": "wrapped" };

/**
 * Wraps every tenant's data key with the stage's current key. KMS does the wrapping, so no unwrapped data key appears
 * here. A repeat is harmless, because it leaves rewrapped data keys unchanged. If a data key fails, the command reports
 * it, leaves it unchanged, and continues with the others.
 */
export async function rewrapDataKeys({ stage, dryRun, say: print }: RewrapOptions): Promise<Rewrapped> {
  const { KeyArn, SubscriptionsTable } = await stackOutputs(stage, "Data", ["KeyArn", "SubscriptionsTable"]);
  const [client, kms] = [new DynamoDB(clientOptions()), new KMS(clientOptions())];
  const dataKeys = {
    TableName: SubscriptionsTable,
    ConsistentRead: true,
    FilterExpression: "sk = :datakey",
    ProjectionExpression: "pk, #wrapped",
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ":datakey": { S: "datakey" } },
  };
  let [found, rewrapped, failed] = [0, 0, 0];
  for await (const { Items = [] } of paginateScan({ client }, dataKeys)) {
    for (const { pk, wrapped } of Items) {
      const tenant = pk?.S ?? "";
      found += 1;
      try {
        const one = { tenant, wrapped: wrapped?.S ?? "", table: SubscriptionsTable, key: KeyArn, dryRun };
        if (!(await rewrapOne(client, kms, one))) continue;
        rewrapped += 1;
        print(`${tenant}: ${dryRun ? "is wrapped with a former key" : "rewrapped"}`);
      } catch (error) {
        failed += 1;
        print(`${tenant}: failed, ${messageOf(error)}`);
      }
    }
  }
  return { found, rewrapped, failed };
}

type One = {
  readonly tenant: string;
  readonly wrapped: string;
  readonly table: string;
  readonly key: string;
  readonly dryRun: boolean;
};

async function rewrapOne(client: DynamoDB, kms: KMS, { tenant, wrapped, table, key, dryRun }: One): Promise<boolean> {
  const { CiphertextBlob, SourceKeyId, KeyId } = await kms.reEncrypt({
    CiphertextBlob: Buffer.from(wrapped, "base64"),
    DestinationKeyId: key,
    // Both contexts name the tenant, as when the data key was created. KMS authenticates them.
    SourceEncryptionContext: { tenant },
    DestinationEncryptionContext: { tenant },
  });
  if (CiphertextBlob === undefined) throw new Error("KMS returned no data key");
  if (SourceKeyId === KeyId) return false;
  if (dryRun) return true;
  await client.updateItem({
    TableName: table,
    Key: { pk: { S: tenant }, sk: { S: "datakey" } },
    // If another process has changed the item, that change is newer and remains.
    UpdateExpression: "SET #wrapped = :now",
    ConditionExpression: "#wrapped = :before",
    ExpressionAttributeNames,
    ExpressionAttributeValues: {
      ":now": { S: Buffer.from(CiphertextBlob).toString("base64") },
      ":before": { S: wrapped },
    },
  });
  return true;
}

if (import.meta.main) await runCommand(command);
