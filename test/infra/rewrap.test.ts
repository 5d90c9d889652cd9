import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { AwsCli } from "../../infra/aws/commands/aws-cli.ts";
import { rewrapDataKeys } from "../../infra/aws/commands/rewrap-data-keys.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const [now, former] = ["arn:aws:kms:eu-north-1:123456789012:key/new", "arn:aws:kms:eu-north-1:123456789012:key/old"];
const base64 = (text: string) => Buffer.from(text).toString("base64");
const json = z.string().transform((text): unknown => JSON.parse(text));

/** The AWS CLI over a table in memory; a wrapped key says which key wrapped it, and for whom. */
function fakeAws(wrapped: { readonly [tenant: string]: string }) {
  const stored = new Map(Object.entries(wrapped).map(([tenant, text]) => [tenant, base64(text)]));
  const after = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1] ?? "";
  const aws: AwsCli = async (args) => {
    if (args[0] === "dynamodb") refuseReservedWords(args);
    switch (args.slice(0, 2).join(" ")) {
      case "cloudformation describe-stacks":
        expect(after(args, "--stack-name")).toBe("Feedhook-prod-Data");
        return JSON.stringify([
          { OutputKey: "KeyArn", OutputValue: now },
          { OutputKey: "SubscriptionsTable", OutputValue: "table" },
        ]);
      case "dynamodb scan":
        return JSON.stringify({ Items: [...stored].map(([S, text]) => ({ pk: { S }, wrapped: { S: text } })) });
      case "kms re-encrypt": {
        const text = readFileSync(after(args, "--ciphertext-blob").replace("fileb://", ""), "utf8");
        const [key = "", tenant] = text.split(" for ");
        const context = json.pipe(z.object({ tenant: z.string() }));
        const contexts = ["--source-encryption-context", "--destination-encryption-context"];
        for (const one of contexts) {
          if (context.parse(after(args, one)).tenant !== tenant) throw new Error("InvalidCiphertextException");
        }
        const KeyId = after(args, "--destination-key-id");
        return JSON.stringify({ CiphertextBlob: base64(`${KeyId} for ${tenant}`), SourceKeyId: key, KeyId });
      }
      case "dynamodb update-item": {
        const S = z.object({ S: z.string() });
        const values = json
          .pipe(z.object({ ":now": S, ":before": S }))
          .parse(after(args, "--expression-attribute-values"));
        const { pk } = json.pipe(z.object({ pk: S })).parse(after(args, "--key"));
        if (stored.get(pk.S) !== values[":before"].S) throw new Error("ConditionalCheckFailedException");
        stored.set(pk.S, values[":now"].S);
        return "";
      }
      default:
        throw new Error(`not expected: ${args.join(" ")}`);
    }
  };
  const said: string[] = [];
  const run = (dryRun = false) => rewrapDataKeys({ aws, stage: "prod", dryRun, say: (line) => said.push(line) });
  const read = () =>
    Object.fromEntries([...stored].map(([tenant, text]) => [tenant, Buffer.from(text, "base64").toString()]));
  return { run, read, said };
}

/** As in DynamoDB, an expression may name a reserved word only by an alias from the call. */
function refuseReservedWords(args: readonly string[]): void {
  const expressions = args.filter((_, at) =>
    /^--(filter|projection|update|condition)-expression$/.test(args[at - 1] ?? ""),
  );
  const names = args[args.indexOf("--expression-attribute-names") + 1] ?? "";
  for (const expression of expressions) {
    if (/(?<![#:\w])wrapped\b/.test(expression))
      throw new Error(`ValidationException: reserved keyword in ${expression}`);
    if (expression.includes("#wrapped")) expect(JSON.parse(names)).toEqual({ "#wrapped": "wrapped" });
  }
}

describe("npm run rewrap", () => {
  const standing = {
    "instance#acme": `${former} for instance#acme`,
    "partner#prt_1": `${now} for partner#prt_1`,
  };

  test("wraps what a former key wrapped with the current one, each data key for its own tenant, and nothing twice", async () => {
    const { run, read, said } = fakeAws(standing);
    expect(await run()).toEqual({ found: 2, rewrapped: 1, failed: 0 });
    expect(read()).toEqual({ ...standing, "instance#acme": `${now} for instance#acme` });
    expect(said).toEqual(["instance#acme: rewrapped"]);
    expect(await run()).toEqual({ found: 2, rewrapped: 0, failed: 0 });
  });

  test("changes nothing in a rehearsal", async () => {
    const { run, read } = fakeAws(standing);
    expect(await run(true)).toEqual({ found: 2, rewrapped: 1, failed: 0 });
    expect(read()).toEqual(standing);
  });

  test("names what it can't rewrap and continues with the others", async () => {
    const { run, read, said } = fakeAws({ "partner#prt_0": `${former} for another`, ...standing });
    expect(await run()).toEqual({ found: 3, rewrapped: 1, failed: 1 });
    expect(said[0]).toBe("partner#prt_0: failed, InvalidCiphertextException");
    expect(read()["partner#prt_0"]).toBe(`${former} for another`);
  });

  test("finds the key and the table in the stack's outputs", () => {
    expect(synthesise(productionContext).outputs("Data")).toMatchObject({
      KeyArn: "Data/Key.Arn",
      SubscriptionsTable: "Data/Subscriptions",
    });
  });
});
