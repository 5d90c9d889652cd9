import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readOptions } from "../../infra/aws/read-options.ts";
import { arn, keyA, mailing, productionContext } from "./support/deployment.ts";

const signIn = { issuer: "https://id.acme.test", clientId: "feedhook", groups: { ops: "admin" } };
const read = (changes: { readonly [key: string]: unknown }) => readOptions({ ...productionContext, ...changes });

describe("the deployment's options", () => {
  test("are read as text, as some tools write them", () => {
    expect(
      read({
        dashboard: "true",
        timings: '{"tick":5000}',
        partnerUrl: "https://partner.acme.test/",
        alarmEmail: "a@acme.test",
      }),
    ).toEqual({
      ...productionContext,
      staticEgress: false,
      awsDestinations: false,
      encryptWithKey: false,
      canary: true,
      deliveryWindowSeconds: 1,
      keepData: true,
      protectStacks: false,
      reserveConcurrency: false,
      busName: "feedhook-prod",
      formerBusNames: [],
      busConsumers: [],
      formerKeyArns: [],
      keepOwnKey: false,
      tags: {},
      gradualDeployments: true,
      firewall: false,
      apiRequestsPerSecond: 50,
      apiBurst: 100,
      restoredTables: {},
      formerTables: {},
      dashboard: true,
      timings: { tick: 5_000 },
      alarmEmail: "a@acme.test",
    });
  });

  test("name the wrong key of single sign-on", () => {
    expect(() => read({ signIn: { ...signIn, clientId: undefined } })).toThrow("\n  signIn: clientId ");
  });

  test("are read as JSON", () => {
    const given = { dashboard: false, timings: { tick: 5_000 } };
    expect(read(given)).toMatchObject(given);
  });

  test.each([
    ["stage", undefined],
    ["stage", "Prod"],
    ["stage", "prod_eu"],
    ["stage", "a-stage-with-a-long-name"],
    ["partnerUrl", undefined],
    ["partnerUrl", "ftp://partner.acme.test"],
    ["partnerUrl", "http://partner.acme.test"],
    ["partnerUrl", "https://partner.example.com"],
    ["operatorKeyHash", undefined],
    ["operatorKeyHash", "the key itself"],
    ["operatorKeyHash", "0".repeat(64)],
    ["operatorKeyHash", createHash("sha256").digest("hex")],
    ["operatorKeyHash", createHash("sha256").update("\n").digest("hex")],
    ["apiRequestsPerSecond", 19],
    ["apiRequestsPerSecond", 10_001],
    ["apiBurst", 0],
    ["alarmEmail", "nobody"],
    ["alertEmailFrom", "nobody"],
    ["alertEmailIdentityArn", "acme.test"],
    ["timings", "{"],
    ["timings", '{"tik":1}'],
    ["timings", { claimRetention: 10_000 }],
    ["dashboard", "perhaps"],
    ["deliveryWindowSeconds", 11],
    ["deliveryWindowSeconds", 0.5],
    ["busName", "default"],
    ["busName", "aws.events"],
    ["busName", "a bus"],
    ["keyArn", "alias/feedhook"],
    ["keyArn", "arn:aws:s3:::key"],
    ["keyArn", "arn:aws:kms:eu-north-1:123456789012:key/my-key"],
    ["alarmTopicArn", "ops"],
    ["staticEgress", "2"],
    ["awsDestinations", "yes"],
    ["canary", "no"],
    ["keepData", "always"],
    ["reserveConcurrency", "50"],
    ["encryptWithKey", "aws/sqs"],
    ["account", "1234"],
    ["region", "Stockholm"],
    ["formerBusNames", ["default"]],
    ["busConsumers", ["everyone"]],
    ["formerBusNames", ["feedhook-prod"]],
    ["formerKeyArns", ["alias/feedhook"]],
    ["keepOwnKey", true],
    ["tags", { "aws:owner": "ops" }],
    ["tags", { owner: "" }],
    ["protectStacks", "perhaps"],
    ["signIn", { ...signIn, issuer: "http://id.acme.test" }],
    ["signIn", { ...signIn, groups: { ops: "all" } }],
    ["signIn", { ...signIn, clientSecret: "s3cret" }],
    ["signIn", { ...signIn, clientSecretSealed: "not base64!" }],
  ])("refuse a wrong %s (%s) by naming the key", (key, value) => {
    expect(() => read({ [key]: value })).toThrow(`\n  ${key}: `);
  });

  const together = "alertEmailFrom and alertEmailIdentityArn must be set together";
  const unheard = "alarmEmail: is required here unless alarmTopicArn is set; without either, no alarm reaches anyone";
  test.each([
    [{ domainName: "hooks.acme.test" }, "certificateArn: is required with a domainName"],
    [{ certificateArn: arn("acm", "certificate/1-2") }, "domainName: is required with a certificateArn"],
    [{ alertEmailFrom: mailing.alertEmailFrom }, `alertEmailIdentityArn: ${together}`],
    [{ alertEmailIdentityArn: mailing.alertEmailIdentityArn }, `alertEmailFrom: ${together}`],
    [
      { ...mailing, alertEmailFrom: "alerts@other.test" },
      "alertEmailIdentityArn: is for a different address or domain than alertEmailFrom",
    ],
    [{ alarmEmail: undefined }, unheard],
    [{ stage: "staging", alarmEmail: undefined, protectStacks: true }, unheard],
    [
      { alarmEmail: "a@acme.test", alarmTopicArn: arn("sns", "ops") },
      "alarmEmail: can't be combined with alarmTopicArn; subscribe the address to that topic yourself",
    ],
    [{ account: "210987654321", alarmTopicArn: arn("sns", "ops") }, "alarmTopicArn: belongs to another account"],
    [{ region: "eu-west-1", keyArn: keyA }, "keyArn: belongs to another region"],
    [
      { partnerUrl: "http://127.0.0.1:4000", account: "000000000000" },
      "region: is required for an emulator's account, so that the stage is never deployed elsewhere",
    ],
  ])("are refused in combinations that make no sense: %o", (given, message) => {
    expect(() => read(given)).toThrow(message);
  });

  test("name every mistake at once", () => {
    expect(() => read({ stage: "X", partnerUrl: "x", canry: "false" })).toThrow(
      /stage: .*\n {2}partnerUrl: .*\n {2}canry: is not an option\. The options are stage, /,
    );
  });

  test("refuse an unknown key, because a misspelt one would go unnoticed", () => {
    expect(() => read({ staticegress: "true" })).toThrow("staticegress: is not an option");
    // The CDK's own options, and what its lookups remember.
    const cdks = { "@aws-cdk/core:x": true, "aws:cdk:bundling-stacks": [], "availability-zones:account=1": ["a"] };
    expect(read({ ...cdks, "cli-telemetry": false }).stage).toBe("prod");
  });

  test("keep the data of stage prod, and of any other that asks for it", () => {
    const staging = { ...productionContext, stage: "staging" };
    expect(readOptions(staging)).toMatchObject({ keepData: false });
    expect(readOptions({ ...staging, keepData: "true" })).toMatchObject({ keepData: true });
    expect(read({})).toMatchObject({ keepData: true });
  });

  test("never repeat a value, because it may be a secret given to the wrong key", () => {
    expect(() => read({ operatorKeyHash: "fh_operator_secret" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("fh_operator_secret") }),
    );
  });

  test("allow the placeholders of dev.json only in dev", () => {
    expect(
      read({ stage: "dev", partnerUrl: "https://partner.example.com", operatorKeyHash: "0".repeat(64) }).stage,
    ).toBe("dev");
  });

  const partnerUrl = "http://127.0.0.1:4000";

  test("allow plain http in an emulator's account, whatever the stage's name", () => {
    const emulated = { partnerUrl, account: "000000000000", region: "us-east-1" };
    for (const stage of ["prod", "dev"]) expect(read({ ...emulated, stage }).partnerUrl).toBe(partnerUrl);
  });

  test.each(["prod", "dev", "emulator"])("refuse plain http in any other account, also in the stage %s", (stage) => {
    const refused = "partnerUrl: must be https outside an emulator, because it carries credentials";
    expect(() => read({ stage, partnerUrl })).toThrow(refused);
    expect(() => read({ stage, partnerUrl, account: "123456789012", region: "us-east-1" })).toThrow(refused);
  });
});
