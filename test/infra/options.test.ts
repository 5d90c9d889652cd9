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
  ])("refuse a wrong %s (%s) by naming the key and how to give it", (key, value) => {
    expect(() => read({ [key]: value })).toThrow(`Give it with -c ${key}=…`);
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
