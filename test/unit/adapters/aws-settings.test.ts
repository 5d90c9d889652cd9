import { describe, expect, it } from "vitest";
import { createAwsEngine } from "../../../functions/runtime/aws/aws-engine.ts";
import { awsOperations } from "../../../functions/runtime/aws/aws-operations.ts";
import { readAwsEnvironment } from "../../../functions/runtime/aws/aws-settings.ts";
import { InvalidInputError } from "../../../shared/kernel/errors.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

describe("readAwsEnvironment", () => {
  it("accepts an empty environment, with the default timings", () => {
    expect(readAwsEnvironment({})).toMatchObject({ TIMINGS: defaultTimings, ALLOW_INSECURE_ENDPOINTS: "false" });
  });

  it("names every wrong variable at once and repeats no value", () => {
    const wrong = {
      QUEUE_POLL_URL: "hunter2",
      OPERATOR_KEY_HASH: "hunter2",
      FORMER_OPERATOR_KEY_HASH: "hunter2",
      ALLOW_INSECURE_ENDPOINTS: "yes-hunter2",
      TIMINGS: "{hunter2",
      TRACING: '{"endpoint":"hunter2"}',
    };
    const read = () => readAwsEnvironment(wrong);
    for (const variable of Object.keys(wrong)) expect(read).toThrow(variable);
    expect(read).toThrow(/^(?!.*hunter2)/);
  });

  it("overrides single timings and refuses unknown ones", () => {
    expect(readAwsEnvironment({ TIMINGS: `{"tick":1000}` }).TIMINGS).toEqual({ ...defaultTimings, tick: 1_000 });
    expect(() => readAwsEnvironment({ TIMINGS: `{"tock":1000}` })).toThrow("TIMINGS");
    expect(() => readAwsEnvironment({ TIMINGS: `{"tick":"fast"}` })).toThrow("TIMINGS.tick");
  });

  it.each([undefined, "https://sts.eu-north-1.amazonaws.com", "http://127.0.0.1.example.com", "http://10.0.0.1:4566"])(
    "blocks webhooks to private addresses, except on an emulator's loopback address: not at %s",
    (endpoint) => {
      const insecure = { ALLOW_INSECURE_ENDPOINTS: "true", AWS_ENDPOINT_URL: endpoint };
      expect(() => readAwsEnvironment(insecure)).toThrow("ALLOW_INSECURE_ENDPOINTS");
    },
  );

  it.each(["http://127.0.0.1:4566", "http://localhost:4566", "http://[::1]:4566"])("allows them at %s", (endpoint) => {
    const insecure = { ALLOW_INSECURE_ENDPOINTS: "true", AWS_ENDPOINT_URL: endpoint };
    expect(readAwsEnvironment(insecure).ALLOW_INSECURE_ENDPOINTS).toBe("true");
  });

  it("removes the slash at the end of the partner's address", () => {
    expect(readAwsEnvironment({ PARTNER_URL: "https://p.example/api/" }).PARTNER_URL).toBe("https://p.example/api");
  });
});

describe("createAwsEngine", () => {
  it("complains about a missing setting on use, not before", async () => {
    const engine = createAwsEngine({});
    expect(() => engine.table("feeds")).toThrow("TABLE_FEEDS");
    expect(() => engine.queue("deliver")).toThrow("QUEUE_DELIVER_URL");
    expect(() => engine.settings.partnerUrl).toThrow("PARTNER_URL");
    await expect(engine.bus.publish([])).rejects.toBeInstanceOf(InvalidInputError);
    await expect(engine.keys.unwrap(new Uint8Array(), "a")).rejects.toThrow("KEY_ID");
  });

  it("connects only to IPv4 addresses, because a function has no IPv6 route", () => {
    expect(createAwsEngine({}).settings.addressFamily).toBe("ipv4");
  });

  it("keeps its clients, because they are most of a cold start", () => {
    const engine = createAwsEngine({ TABLE_FEEDS: "feeds", AWS_REGION: "eu-west-1" });
    expect(engine.table("feeds")).toBe(engine.table("feeds"));
  });
});

describe("awsOperations", () => {
  const parts = { clock: new FakeClock(0), logger: new SilentLogger(), keys: new FakeKeyWrapper() };
  const addresses = Object.fromEntries(
    Object.keys(queues).flatMap((name) => {
      const variable = name.toUpperCase().replaceAll("-", "_");
      return [
        [`QUEUE_${variable}_URL`, `https://sqs/${name}`],
        [`DEAD_LETTERS_${variable}_URL`, `https://sqs/dead-${name}`],
      ];
    }),
  );

  it("complains at once about the API's missing settings", () => {
    const made = (env: NodeJS.ProcessEnv) => () => awsOperations(env, parts);
    expect(made({})).toThrow("QUEUE_TICKS_URL");
    expect(made({ QUEUE_TICKS_URL: "https://sqs/ticks" })).toThrow("DEAD_LETTERS_TICKS_URL");
    expect(made(addresses)).toThrow("FAILURE_NOTICES_URL");
    expect(made({ ...addresses, FAILURE_NOTICES_URL: "https://sqs/notices" })).toThrow("STAGE");
  });

  it("names the command that publishes changes that were set aside, with the stage", () => {
    const env = { ...addresses, FAILURE_NOTICES_URL: "https://sqs/notices", STAGE: "prod" };
    expect(awsOperations(env, parts).redrive.changes).toEqual({ command: "npm run redrive -- --stage prod" });
  });

  it("opens the client secret of single sign-on, which only the operator's tenant can seal", async () => {
    const env = { ...addresses, FAILURE_NOTICES_URL: "https://sqs/notices", STAGE: "prod" };
    const signIn = { issuer: "https://id.acme.test", clientId: "feedhook", groups: { ops: "admin" } };
    const secretOf = async (more: object) => {
      const { signIn: own } = awsOperations({ ...env, SIGN_IN: JSON.stringify({ ...signIn, ...more }) }, parts);
      return own?.clientSecret();
    };
    const sealedFor = async (tenant: string) =>
      Buffer.from(await parts.keys.wrap(Buffer.from("s3cret"), tenant)).toString("base64");
    expect(awsOperations(env, parts).signIn).toBeUndefined();
    expect(await secretOf({})).toBeUndefined();
    expect(await secretOf({ clientSecretSealed: await sealedFor("partner#prt_operator") })).toBe("s3cret");
    await expect(secretOf({ clientSecretSealed: await sealedFor("instance#acme") })).rejects.toThrow();
  });
});
