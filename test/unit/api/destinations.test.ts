import { beforeEach, describe, expect, it, test } from "vitest";
import { apiFixture } from "./api-fixture.ts";

const queue = "https://sqs.eu-north-1.amazonaws.com/123456789012/orders";
const roleArn = "arn:aws:iam::123456789012:role/feedhook-destination-orders";
const toQueue = { kind: "sqs", destination: { target: queue, roleArn }, eventTypes: ["person.*"] };
const bus = "arn:aws:events:eu-west-1:123456789012:event-bus/orders";
const principal = "arn:aws:iam::111122223333:root";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture({ awsPrincipal: principal });
});

describe("POST /v1/subscriptions with a destination", () => {
  it("returns the external id and the principal that the role must trust, and no secret", async () => {
    const { status, body } = await api.call("POST", "/v1/subscriptions", toQueue);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "sqs", signingKeys: [], headerNames: [], ordered: false });
    expect(body.destination).toEqual({
      target: queue,
      roleArn,
      externalId: expect.stringMatching(/^feedhook-[\w-]{32}$/),
      principal,
    });
    expect(body).not.toHaveProperty("secret");
    expect(body).not.toHaveProperty("url");
    const { tables } = api;
    const stored = tables.subscriptions.items.find(({ pk, sk }) => pk.startsWith("partner#") && sk.endsWith(body.id));
    expect(stored, "an earlier release, which knows only push and pull, can read it").not.toHaveProperty("kind");
    expect(stored).toMatchObject({ destination: { kind: "sqs" }, secrets: [] });
  });

  it("generates another external id for each subscription, and the same one for a repeated request", async () => {
    const again = { "idempotency-key": "one" };
    const ids = [
      await api.call("POST", "/v1/subscriptions", toQueue),
      await api.call("POST", "/v1/subscriptions", toQueue, again),
      await api.call("POST", "/v1/subscriptions", toQueue, again),
    ].map(({ body }) => body.destination.externalId);
    expect(new Set(ids).size).toBe(2);
    expect(ids[1]).toBe(ids[2]);
  });

  it.each([
    { kind: "sqs", target: "https://sqs.us-gov-west-1.amazonaws.com/123456789012/orders" },
    { kind: "sqs", target: `${queue}.fifo`, ordered: true },
    { kind: "eventbridge", target: bus },
    { kind: "eventbridge", target: "arn:aws:events:eu-west-1:123456789012:event-bus/default" },
    { kind: "s3", target: "https://acme-events.s3.eu-north-1.amazonaws.com/" },
    { kind: "s3", target: "https://acme-events.s3.cn-north-1.amazonaws.com.cn/feedhook/year=all/" },
  ])("accepts $target", async ({ target, ...rest }) => {
    const given = { ...rest, format: "cloudevents", payload: "thin", maxConcurrency: 3, ratePerSecond: 2 };
    const destination = { target, roleArn };
    const { status, body } = await api.call("POST", "/v1/subscriptions", { ...toQueue, ...given, destination });
    expect([status, body]).toMatchObject([201, { ...given, destination }]);
  });

  const noQueue = "must be a queue's URL, such as https://sqs.eu-north-1.amazonaws.com/123456789012/orders";
  const noRole =
    "must be a role's ARN, such as arn:aws:iam::123456789012:role/feedhook-destination-orders; the role's name must begin with feedhook-destination-";
  const to = (target: string, role: string | undefined = roleArn) => ({ destination: { target, roleArn: role } });
  const at = (target: string) => [to(target), "destination.target", noQueue] as const;
  const by = (role: string, message = noRole) => [to(queue, role), "destination.roleArn", message] as const;
  const beside = (change: object) =>
    [change, Object.keys(change)[0]!, "must be absent for an sqs subscription"] as const;
  const sqs = "https://sqs.eu-north-1.amazonaws.com";
  it.each<readonly [string, object, string, string]>([
    ["no destination", { destination: undefined }, "destination", "is required"],
    ["a URL besides", ...beside({ url: "https://hooks.example.com/" })],
    ["headers", ...beside({ headers: { "x-key": "1" } })],
    ["a signature", ...beside({ signing: "ed25519" })],
    ["a secret", ...beside({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" })],
    ["a timeout", ...beside({ timeoutSeconds: 20 })],
    ["order without a FIFO queue", { ordered: true }, "ordered", "needs a webhook or a FIFO queue"],
    [
      "order in a bucket",
      { kind: "s3", ...to("https://acme-events.s3.eu-north-1.amazonaws.com/"), ordered: true },
      ...["ordered", "needs a webhook or a FIFO queue"],
    ] as const,
    ["a host that isn't AWS's", ...at(`${sqs}.evil.example/123456789012/q`)],
    ["a host in the region", ...at("https://sqs.evil.example/.amazonaws.com/123456789012/q")],
    ["a port", ...at(`${sqs}:8443/123456789012/q`)],
    ["credentials in the URL", ...at("https://a@sqs.eu-north-1.amazonaws.com/123456789012/q")],
    ["plain http", ...at(queue.replace("https", "http"))],
    ["a bus as a queue", ...at(bus)],
    [
      "another account's role",
      ...by(roleArn.replace("123456789012", "999999999999"), "must belong to the same account as the target"),
    ],
    ["any role", ...by("arn:aws:iam::123456789012:role/admin")],
    ["a role below a path", ...by("arn:aws:iam::123456789012:role/x/feedhook-destination-a")],
    ["a user", ...by("arn:aws:iam::123456789012:user/feedhook-destination-a")],
    [
      "an external id of the caller's",
      { destination: { target: queue, roleArn, externalId: "mine" } },
      ...["destination.externalId", "is an unknown field"],
    ] as const,
  ])("refuses %s, naming the field", async (_what, change, field, message) => {
    const { status, body } = await api.call("POST", "/v1/subscriptions", { ...toQueue, ...change });
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  });

  const bucket = "https://acme-orders.s3.eu-north-1.amazonaws.com/";
  const queueOf = (name: string) => queue.replace("orders", name);
  const busOf = (name: string) => `arn:aws:events:eu-north-1:123456789012:event-bus/${name}`;
  const bucketOf = (name: string, folder = "") => bucket.replace("acme-orders", name) + folder;
  const limits: readonly [kind: string, accepted: readonly string[], refused: readonly string[]][] = [
    [
      "sqs",
      ["orders", "q".repeat(80), `${"q".repeat(75)}.fifo`].map(queueOf),
      ["", "q".repeat(81), `${"q".repeat(76)}.fifo`, "orders.fifo.fifo"].map(queueOf),
    ],
    ["eventbridge", ["orders", "b".repeat(256)].map(busOf), ["", "b".repeat(257)].map(busOf)],
    [
      "s3",
      [bucket, bucketOf("abc", "f/".repeat(8)), bucketOf("b".repeat(63), `${"f".repeat(64)}/`.repeat(6))],
      [
        ...["ab", "b".repeat(64), "a.b", "-ab", "ab-", "a--eun1-az1--x-s3", "a--op-s3"].map((name) => bucketOf(name)),
        ...["f", "../f/", "/", "f//", `${"f".repeat(65)}/`, "f/".repeat(9)].map((folder) => bucketOf("abc", folder)),
        ...["https://s3.eu-north-1.amazonaws.com/abc/", "https://abc.s3.amazonaws.com/", "s3://abc/"],
      ],
    ],
  ];
  const oddTexts = ["\n", "\r\n", "\0", "\u2028", " ", "*", "?", "#", "%2e", '"', "$" + "{aws:username}", "а"];
  const oddRegions = "EU-NORTH-1 eu-north-１ eu-north-11 eu-north-1.evil.example evil.example/ us-iso-east-1 *".split(
    " ",
  );
  const oddAccounts = "12345678901 1234567890123 １２３４５６７８９０１２ *".split(" ");
  /** Variations of an address or ARN that another program might read as the original, or as part of a pattern. */
  const lookAlikes = (text: string) =>
    [
      ...oddTexts.flatMap((odd) => [text + odd, odd + text, text.replace("orders", `or${odd}ders`)]),
      ...oddRegions.map((region) => text.replace("eu-north-1", region)),
      ...oddAccounts.map((account) => text.replace("123456789012", account)),
      ...[text.toUpperCase(), text.replace("aws", "аws"), text.replace("aws", "aws*")],
    ].filter((one) => one !== text);
  const faultsOf = async (kind: string, target: string, role = roleArn) => {
    const { body } = await api.call("POST", "/v1/subscriptions", { ...toQueue, kind, ...to(target, role) });
    return body.errors?.map(({ field }: { field: string }) => field) ?? [];
  };
  it.each(limits)("accepts %s targets up to their limits, and no look-alikes", async (kind, accepted, refused) => {
    for (const target of accepted) expect(await faultsOf(kind, target), target).toEqual([]);
    for (const target of [...refused, ...accepted.slice(0, 1).flatMap(lookAlikes)])
      expect(await faultsOf(kind, target), JSON.stringify(target)).toEqual(["destination.target"]);
  });

  it("accepts roles with names up to their limit, and no look-alikes", async () => {
    const named = (name: string) => roleArn.replace("orders", name);
    for (const role of [named("r".repeat(43)), named("o+=,.@-_")])
      expect(await faultsOf("s3", bucket, role), role).toEqual([]);
    for (const role of [named("r".repeat(44)), named(""), named("a/b"), ...lookAlikes(roleArn)])
      expect(await faultsOf("s3", bucket, role), JSON.stringify(role)).toEqual(["destination.roleArn"]);
  });

  it("requires a role, except for the operator's own subscriptions", async () => {
    const ambient = { ...toQueue, destination: { target: queue } };
    expect((await api.call("POST", "/v1/subscriptions", ambient)).status).toBe(201);
    const { as, id } = await api.addPartner();
    const refused = await api.call("POST", "/v1/subscriptions", ambient, as);
    expect(refused.body.errors).toEqual([{ field: "destination.roleArn", message: "is required" }]);
    const onBehalf = await api.call("POST", "/v1/subscriptions", ambient, { "feedhook-partner": id });
    expect(onBehalf.status).toBe(400);
  });

  it("refuses every destination unless the operator has enabled them", async () => {
    api = apiFixture();
    const { status, body } = await api.call("POST", "/v1/subscriptions", toQueue);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: "kind", message: "isn't available, because the operator hasn't enabled deliveries to AWS" },
    ]);
  });

  it("counts towards the partner's limit", async () => {
    const { as } = await api.addPartner({ quotas: { subscriptions: 1 } });
    expect((await api.call("POST", "/v1/subscriptions", toQueue, as)).status).toBe(201);
    expect((await api.call("POST", "/v1/subscriptions", toQueue, as)).body.type).toContain("quota-exceeded");
  });
});

it.each(["push", "pull"])("a webhook or a pull queue has no destination: %s", async (kind) => {
  const url = kind === "push" ? { url: "https://hooks.example.com/in" } : {};
  const { body } = await api.call("POST", "/v1/subscriptions", { ...toQueue, ...url, kind });
  expect(body.errors).toMatchObject([{ field: "destination" }]);
  const id = await api.subscribe({ kind });
  const patched = await api.call("PATCH", `/v1/subscriptions/${id}`, { destination: { target: queue, roleArn } });
  expect(patched.body.errors).toMatchObject([{ field: "destination" }]);
});

describe("PATCH /v1/subscriptions/{id} of a destination", () => {
  it("changes the target and the role, and keeps the external id", async () => {
    const { body: before } = await api.call("POST", "/v1/subscriptions", toQueue);
    const other = { target: queue.replace("orders", "other") };
    const { status, body } = await api.call("PATCH", `/v1/subscriptions/${before.id}`, { destination: other });
    expect(status).toBe(200);
    expect(body.destination).toEqual({ ...before.destination, ...other });
  });

  it.each([
    [{ destination: { target: queue.replace("123456789012", "999999999999") } }, "destination.roleArn"],
    [{ destination: { target: bus } }, "destination.target"],
    [{ destination: { externalId: "mine" } }, "destination.externalId"],
    [{ kind: "eventbridge" }, "kind"],
    [{ url: "https://hooks.example.com/" }, "url"],
    [{ headers: { "x-key": "1" } }, "headers"],
    [{ timeoutSeconds: 10 }, "timeoutSeconds"],
  ])("refuses %j", async (patch, field) => {
    const { body } = await api.call("POST", "/v1/subscriptions", toQueue);
    const refused = await api.call("PATCH", `/v1/subscriptions/${body.id}`, patch);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field }]);
  });

  it("keeps other settings changeable while destinations are disabled", async () => {
    const { body } = await api.call("POST", "/v1/subscriptions", toQueue);
    const later = apiFixture({ after: api });
    const { status, body: patched } = await later.call("PATCH", `/v1/subscriptions/${body.id}`, { description: "x" });
    expect(status).toBe(200);
    expect(patched.destination).not.toHaveProperty("principal");
  });
});

test("it has no signing secret to rotate, and its events can't be pulled", async () => {
  const { body } = await api.call("POST", "/v1/subscriptions", toQueue);
  const path = `/v1/subscriptions/${body.id}`;
  expect((await api.call("POST", `${path}/secret`, {})).body.type).toContain("wrong-state");
  expect((await api.call("GET", `${path}/poll`)).body.type).toContain("wrong-state");
});
