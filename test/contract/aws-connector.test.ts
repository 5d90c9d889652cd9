import { describe, expect, it, vi } from "vitest";
import { account, allows, bus, DestinationGround, roleArn } from "./destination-ground.ts";

/** What a session of each kind may do. */
const rights = {
  sqs: ["SendMessage", ["sqs:SendMessage"], `arn:aws:sqs:eu-north-1:${account}:orders`],
  eventbridge: ["PutEvents", ["events:PutEvents", "events:DescribeEventBus"], bus],
  s3: ["PutObject", ["s3:PutObject"], "arn:aws:s3:::acme-events/feedhook/*"],
} as const;
const ground = new DestinationGround();

describe.each(["sqs", "eventbridge", "s3"] as const)("the connector for %s", (kind) => {
  const [operation, actions, resource] = rights[kind];

  it("sends the event in a session of the role, which may do nothing else", async () => {
    expect(await ground.send(kind)).toEqual({
      outcome: "answered",
      status: 200,
      headers: {},
      ms: expect.any(Number),
      timing: {},
    });
    expect(ground.aws.accepted).toMatchObject([{ session: "feedhook-sub_1" }]);
    const [asked] = ground.aws.assumed;
    expect(asked?.get("ExternalId")).toBe("feedhook-mine");
    expect(asked?.get("DurationSeconds")).toBe("3600");
    expect(JSON.parse(asked?.get("Policy") ?? "")).toEqual({
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Action: actions, Resource: resource },
        { Effect: "Allow", Action: ["kms:GenerateDataKey", "kms:Decrypt"], Resource: "*" },
      ],
    });
  });

  it("says how long it took, and 0 ms if the clock was set back", async () => {
    const takes = (ms: number) => {
      ground.aws.trouble = (action) => {
        if (action === operation) ground.later += ms;
        return undefined;
      };
      return ground.send(kind);
    };
    const { ms } = await takes(60_000);
    expect(ms).toBeGreaterThanOrEqual(60_000);
    expect(ms).toBeLessThan(120_000);
    expect(await takes(-60_000)).toMatchObject({ ms: 0 });
  });

  it("keeps the credentials for all later events", async () => {
    await Promise.all([ground.send(kind), ground.send(kind), ground.send(kind)]);
    await ground.send(kind);
    // The first three share an object in S3.
    expect(ground.aws.accepted).toHaveLength(kind === "s3" ? 2 : 4);
    expect(ground.aws.assumed.map((asked) => asked.get("ExternalId"))).toEqual([
      "feedhook-mine",
      expect.stringMatching(/^feedhook-[\w-]{32}$/),
    ]);
  });

  it("asks for new credentials shortly before the old ones expire", async () => {
    ground.aws.sessionLife = 200_000;
    await ground.send(kind);
    const before = ground.aws.assumed.length;
    await ground.send(kind);
    expect(ground.aws.assumed.length).toBeGreaterThan(before);
  });

  it("never uses a role of another subscription: a wrong external id gets no credentials", async () => {
    await ground.send(kind);
    expect(await ground.send(kind, { externalId: "feedhook-ours" })).toMatchObject({
      status: 403,
      excerpt: expect.stringContaining("Feedhook can't assume the role"),
    });
    expect(ground.aws.accepted).toHaveLength(1);
  });

  it("refuses a role that requires no external id, or that anybody's satisfies", async () => {
    ground.aws.roles.set(roleArn, { externalId: "any", allows });
    expect(await ground.send(kind)).toMatchObject({ status: 403, excerpt: expect.stringContaining("sts:ExternalId") });
    expect(ground.aws.accepted).toEqual([]);
    ground.connector = ground.anotherConnector({ isEmulator: true });
    expect(await ground.send(kind)).toMatchObject({ status: 200 });
  });

  it("doesn't repeat AWS's message about its own role", async () => {
    const answer = await ground.send(kind, { roleArn: `${roleArn}-gone` });
    expect(answer).toMatchObject({ status: 403 });
    expect(JSON.stringify(answer)).not.toContain("111122223333");
  });

  it("says what a role without the right lacks", async () => {
    ground.aws.roles.set(roleArn, { externalId: "feedhook-mine", allows: [] });
    expect(await ground.send(kind)).toMatchObject({
      outcome: "answered",
      status: 403,
      excerpt: expect.stringMatching(/^AccessDenied\w*: not authorized/),
    });
  });

  it("says that the destination is gone", async () => {
    for (const all of [ground.aws.queues, ground.aws.buses, ground.aws.buckets]) all.clear();
    expect(await ground.send(kind)).toMatchObject({ status: 404 });
  });

  it.each([
    ["ThrottlingException", 400, 429],
    ["RequestThrottled", 403, 429],
    ["InternalFailure", 500, 500],
    ["ServiceUnavailable", 503, 503],
    ["KmsAccessDenied", 400, 403],
    ["ValidationException", 400, 400],
  ])("turns %s into a webhook's status", async (code, given, status) => {
    ground.aws.trouble = (action) =>
      action === operation ? { status: given, code, message: "x".repeat(5_000) } : undefined;
    const answer = await ground.send(kind);
    expect(answer).toMatchObject({
      outcome: "answered",
      status,
      excerpt: expect.stringMatching(new RegExp(`^${code}: x`)),
    });
    expect(JSON.stringify(answer).length).toBeLessThan(1_200);
  });

  it.each([
    [503, 503],
    [200, 502],
  ])("says that it can't read a response, such as a gateway's page with status %d", async (page, status) => {
    ground.aws.trouble = (action) => (action === operation ? { page } : undefined);
    const answer = await ground.send(kind);
    expect(answer).toMatchObject({ outcome: "answered", status });
    expect(JSON.stringify(answer)).not.toContain("inspect");
  });

  it("can retry later when STS throttles it or fails, and then gets credentials", async () => {
    ground.aws.trouble = (action) => (action === "AssumeRole" ? { status: 400, code: "Throttling" } : undefined);
    expect(await ground.send(kind)).toMatchObject({ outcome: "answered", status: 429 });
    ground.aws.trouble = () => undefined;
    expect(await ground.send(kind)).toMatchObject({ status: 200 });
  });

  it("ends within the deadline, whichever service is silent, and gives up its request", async () => {
    const late = { outcome: "failed", class: "timeout", detail: "TimeoutError the deadline has passed" };
    ground.aws.trouble = (action) => (action === "AssumeRole" ? "silence" : undefined);
    expect(await ground.send(kind, {}, { deadline: 300 })).toMatchObject(late);
    // The first connector still waits for its credentials.
    ground.connector = ground.anotherConnector();
    for (const silent of kind === "eventbridge" ? ["DescribeEventBus", operation] : [operation]) {
      ground.aws.trouble = (action) => (action === silent ? "silence" : undefined);
      expect(await ground.send(kind, {}, { deadline: 300 })).toMatchObject(late);
      await vi.waitFor(() => {
        expect(ground.aws.abandoned).toContain(silent);
      });
    }
    expect(await ground.send(kind, {}, { deadline: -5 })).toMatchObject({ outcome: "failed", class: "timeout" });
    expect(ground.aws.accepted).toEqual([]);
  });

  it("says that nothing listens there", async () => {
    ground.connector = ground.anotherConnector({ endpoint: "http://127.0.0.1:1" });
    expect(await ground.send(kind)).toMatchObject({ outcome: "failed", class: "connect" });
  });

  it("uses the bridge's own credentials without a role, and says so if there are none", async () => {
    expect(await ground.send(kind, { roleArn: undefined })).toMatchObject({ status: 200 });
    expect(ground.aws.accepted).toMatchObject([{ session: undefined }]);
    expect(ground.aws.assumed).toEqual([]);
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, undefined);
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent");
    vi.stubEnv("AWS_CONFIG_FILE", "/nonexistent");
    ground.connector = ground.anotherConnector();
    expect(await ground.send(kind)).toMatchObject({ outcome: "failed", class: "blocked" });
  });
});
