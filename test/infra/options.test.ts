import { describe, expect, test } from "vitest";
import { readOptions } from "../../infra/aws/options.ts";
import { productionContext } from "./support/deployment.ts";

const read = (changes: { readonly [key: string]: unknown }) => {
  const context: { readonly [key: string]: unknown } = { ...productionContext, ...changes };
  return readOptions((key) => context[key]);
};

describe("the deployment's options", () => {
  test("are read from the context as the command line gives them: as text", () => {
    expect(
      read({
        tracing: "true",
        timings: '{"tick":5000}',
        partnerUrl: "https://partner.acme.test/",
        alarmEmail: "a@acme.test",
      }),
    ).toEqual({
      ...productionContext,
      logRetentionDays: 14,
      staticEgress: false,
      canary: true,
      tracing: true,
      timings: { tick: 5_000 },
      alarmEmail: "a@acme.test",
    });
  });

  test("are read from cdk.json as JSON", () => {
    expect(read({ tracing: false, timings: { tick: 5_000 } })).toMatchObject({
      tracing: false,
      timings: { tick: 5_000 },
    });
  });

  test.each([
    ["stage", undefined],
    ["stage", "production"],
    ["partnerUrl", undefined],
    ["partnerUrl", "ftp://partner.acme.test"],
    ["partnerUrl", "http://partner.acme.test"],
    ["partnerUrl", "https://partner.example.com"],
    ["operatorKeyHash", undefined],
    ["operatorKeyHash", "the key itself"],
    ["operatorKeyHash", "0".repeat(64)],
    ["alarmEmail", "nobody"],
    ["timings", "{"],
    ["timings", '{"tik":1}'],
    ["tracing", "perhaps"],
    ["logRetentionDays", "13"],
    ["logRetentionDays", "a week"],
    ["logRetentionDays", 9_999],
    ["busName", "default"],
    ["busName", "aws.events"],
    ["busName", "a bus"],
    ["archiveDays", "0"],
    ["archiveDays", "for ever"],
    ["keyArn", "alias/feedhook"],
    ["keyArn", "arn:aws:s3:::key"],
    ["alarmTopicArn", "ops"],
    ["staticEgress", "2"],
    ["canary", "no"],
  ])("refuse a wrong %s (%s) by naming the key and how to give it", (key, value) => {
    expect(() => read({ [key]: value })).toThrow(`Give it with -c ${key}=…`);
  });

  test.each([
    [{ domainName: "hooks.acme.test" }, "certificateArn: is needed with a domainName"],
    [
      { certificateArn: "arn:aws:acm:eu-north-1:123456789012:certificate/1-2" },
      "domainName: is needed with a certificateArn",
    ],
    [
      { alarmEmail: "a@acme.test", alarmTopicArn: "arn:aws:sns:eu-north-1:123456789012:ops" },
      "alarmEmail: goes to a topic of our own; subscribe to the topic of alarmTopicArn instead",
    ],
  ])("that make no sense without or with another are refused: %o", (given, message) => {
    expect(() => read(given)).toThrow(message);
  });

  test("name everything that is wrong at once", () => {
    expect(() => read({ stage: "x", partnerUrl: "x" })).toThrow(/stage: .*\n {2}partnerUrl: /);
  });

  test("never repeat a value: it may be a secret given to the wrong key", () => {
    expect(() => read({ operatorKeyHash: "fh_operator_secret" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("fh_operator_secret") }),
    );
  });

  test("allow the placeholders of cdk.json and plain http where nothing real is at stake", () => {
    expect(
      read({ stage: "dev", partnerUrl: "https://partner.example.com", operatorKeyHash: "0".repeat(64) }).stage,
    ).toBe("dev");
    expect(read({ stage: "emulator", partnerUrl: "http://127.0.0.1:4000" }).partnerUrl).toBe("http://127.0.0.1:4000");
  });
});
