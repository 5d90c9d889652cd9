import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type AwsCli, stackOutputs } from "./aws-cli.ts";

export type RewrapOptions = {
  readonly aws: AwsCli;
  readonly stage: string;
  /** Only counts the keys that would be wrapped. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
};

export type Rewrapped = { readonly found: number; readonly rewrapped: number; readonly failed: number };

const dataKeys = z.object({
  Items: z.array(z.object({ pk: z.object({ S: z.string() }), wrapped: z.object({ S: z.base64() }) })),
});
const reencrypted = z.object({ CiphertextBlob: z.base64(), SourceKeyId: z.string(), KeyId: z.string() });

/**
 * Wraps every tenant's data key with the stage's current key. KMS does it, so no data key appears here. Keys already
 * wrapped with that key stay, so a repeat is harmless. A data key that fails is reported and stays, and the others
 * continue.
 */
export async function rewrapDataKeys({ aws, stage, dryRun, say }: RewrapOptions): Promise<Rewrapped> {
  const { KeyArn, SubscriptionsTable } = await stackOutputs(aws, stage, "Data", ["KeyArn", "SubscriptionsTable"]);
  const scanned = await aws([
    ...["dynamodb", "scan", "--table-name", SubscriptionsTable, "--consistent-read", "--output", "json"],
    ...["--filter-expression", "sk = :datakey", "--projection-expression", "pk, #wrapped"],
    ...attributeNames,
    ...["--expression-attribute-values", JSON.stringify({ ":datakey": { S: "datakey" } })],
  ]);
  const { Items } = dataKeys.parse(JSON.parse(scanned));
  const folder = mkdtempSync(join(tmpdir(), "feedhook-rewrap-"));
  let [rewrapped, failed] = [0, 0];
  try {
    for (const { pk, wrapped } of Items) {
      const tenant = pk.S;
      const one = { tenant, wrapped: wrapped.S, table: SubscriptionsTable, key: KeyArn, folder, dryRun };
      try {
        if (!(await rewrapOne(aws, one))) continue;
        rewrapped += 1;
        say(`${tenant}: ${dryRun ? "is wrapped with a former key" : "rewrapped"}`);
      } catch (error) {
        failed += 1;
        say(`${tenant}: failed, ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { found: Items.length, rewrapped, failed };
}

/** `wrapped` is a reserved word of DynamoDB and can't be used in expressions. */
const attributeNames = ["--expression-attribute-names", JSON.stringify({ "#wrapped": "wrapped" })];

type One = {
  readonly tenant: string;
  readonly wrapped: string;
  readonly table: string;
  readonly key: string;
  readonly folder: string;
  readonly dryRun: boolean;
};

/** Returns false if the key was already wrapped with the current one. */
async function rewrapOne(aws: AwsCli, { tenant, wrapped, table, key, folder, dryRun }: One): Promise<boolean> {
  const blob = join(folder, "wrapped");
  writeFileSync(blob, Buffer.from(wrapped, "base64"));
  // The tenant is authenticated in both, as it was when the key was made.
  const answered = await aws([
    ...["kms", "re-encrypt", "--ciphertext-blob", `fileb://${blob}`, "--destination-key-id", key],
    ...["--source-encryption-context", JSON.stringify({ tenant })],
    ...["--destination-encryption-context", JSON.stringify({ tenant }), "--output", "json"],
  ]);
  const { CiphertextBlob, SourceKeyId, KeyId } = reencrypted.parse(JSON.parse(answered));
  if (SourceKeyId === KeyId) return false;
  if (dryRun) return true;
  const values = { ":now": { S: CiphertextBlob }, ":before": { S: wrapped } };
  await aws([
    ...["dynamodb", "update-item", "--table-name", table],
    ...["--key", JSON.stringify({ pk: { S: tenant }, sk: { S: "datakey" } })],
    // A concurrent change of the item is newer, so it stays.
    ...["--update-expression", "SET #wrapped = :now", "--condition-expression", "#wrapped = :before"],
    ...attributeNames,
    ...["--expression-attribute-values", JSON.stringify(values)],
  ]);
  return true;
}
