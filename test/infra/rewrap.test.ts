import { describe, expect, test } from "vitest";
import { rewrapDataKeys } from "../../infra/aws/commands/rewrap.ts";
import { type AwsInput, fakeAws, stackWith } from "../support/fake-aws.ts";

const [now, former] = ["arn:aws:kms:eu-north-1:123456789012:key/new", "arn:aws:kms:eu-north-1:123456789012:key/old"];
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A table in memory, in two pages; a wrapped key says which key wrapped it, and for whom. */
function cloud(wrapped: { readonly [tenant: string]: string }) {
  const stored = new Map(Object.entries(wrapped).map(([tenant, text]) => [tenant, base64(text)]));
  fakeAws((command, input) => {
    refuseReservedWords(input);
    switch (command) {
      case "DescribeStacks":
        expect(input["StackName"]).toBe("Feedhook-prod-Data");
        return stackWith({ KeyArn: now, SubscriptionsTable: "table" });
      case "Scan": {
        const items = [...stored].map(([S, text]) => ({ pk: { S }, wrapped: { S: text } }));
        if (input["ExclusiveStartKey"] !== undefined) return { Items: items.slice(1) };
        return { Items: items.slice(0, 1), LastEvaluatedKey: { pk: { S: "first" } } };
      }
      case "ReEncrypt": {
        const [key = "", tenant] = Buffer.from(input["CiphertextBlob"]).toString().split(" for ");
        for (const context of [input["SourceEncryptionContext"], input["DestinationEncryptionContext"]]) {
          if (context.tenant !== tenant) throw new Error("InvalidCiphertextException");
        }
        const KeyId = input["DestinationKeyId"];
        return { CiphertextBlob: Buffer.from(`${KeyId} for ${tenant}`), SourceKeyId: key, KeyId };
      }
      case "UpdateItem": {
        const { ":now": after, ":before": before } = input["ExpressionAttributeValues"];
        if (stored.get(input["Key"].pk.S) !== before.S) throw new Error("ConditionalCheckFailedException");
        stored.set(input["Key"].pk.S, after.S);
        return {};
      }
      default:
        throw new Error(`not expected: ${command}`);
    }
  });
  const said: string[] = [];
  const run = (dryRun = false) => rewrapDataKeys({ stage: "prod", dryRun, say: (line) => said.push(line) });
  const read = () =>
    Object.fromEntries([...stored].map(([tenant, text]) => [tenant, Buffer.from(text, "base64").toString()]));
  return { run, read, said };
}

/** As in DynamoDB, an expression may name a reserved word only by an alias from the call. */
function refuseReservedWords(input: AwsInput): void {
  for (const [name, expression] of Object.entries(input)) {
    if (!name.endsWith("Expression")) continue;
    if (/(?<![#:\w])wrapped\b/.test(expression))
      throw new Error(`ValidationException: reserved keyword in ${expression}`);
    if (expression.includes("#wrapped")) expect(input["ExpressionAttributeNames"]).toEqual({ "#wrapped": "wrapped" });
  }
}

describe("npm run rewrap", () => {
  const standing = {
    "instance#acme": `${former} for instance#acme`,
    "partner#prt_1": `${now} for partner#prt_1`,
  };

  test("wraps what a former key wrapped with the current one, each data key for its own tenant, and nothing twice", async () => {
    const { run, read, said } = cloud(standing);
    expect(await run(true)).toEqual({ found: 2, rewrapped: 1, failed: 0 });
    expect(read()).toEqual(standing);
    expect(await run()).toEqual({ found: 2, rewrapped: 1, failed: 0 });
    expect(read()).toEqual({ ...standing, "instance#acme": `${now} for instance#acme` });
    expect(said).toEqual(["instance#acme: is wrapped with a former key", "instance#acme: rewrapped"]);
    expect(await run()).toEqual({ found: 2, rewrapped: 0, failed: 0 });
  });

  test("names what it can't rewrap and continues with the others", async () => {
    const { run, read, said } = cloud({ "partner#prt_0": `${former} for another`, ...standing });
    expect(await run()).toEqual({ found: 3, rewrapped: 1, failed: 1 });
    expect(said[0]).toBe("partner#prt_0: failed, InvalidCiphertextException");
    expect(read()["partner#prt_0"]).toBe(`${former} for another`);
  });
});
