import { beforeEach, describe, expect, it } from "vitest";
import type { CredentialReport } from "../../../shared/polling/credential-test/credential-tests.ts";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});
const credentials = { clientId: "feedhook", clientSecret: "s3cret-of-acme" };

describe("PUT /v1/instances/{name}", () => {
  it("registers with its defaults, and schedules its feeds", async () => {
    const { status, body } = await api.call("PUT", "/v1/instances/acme", { credentials, rooms: ["r1"] });
    expect(status).toBe(201);
    expect(body).toEqual({
      name: "acme",
      status: "connecting",
      requestsPerSecond: 5,
      rooms: ["r1"],
      registeredAt: "2026-11-21T12:00:00.000Z",
    });
    const feeds = api.tables.feeds.items.map(({ pk }) => pk.split("#").slice(0, 2).join("#"));
    expect(feeds).toContain("acme#room");
    expect(feeds).toContain("acme#person-timeline");
  });

  it("changes nothing when repeated", async () => {
    await api.call("PUT", "/v1/instances/acme", { credentials });
    const feeds = JSON.stringify(api.tables.feeds.items);
    const again = await api.call("PUT", "/v1/instances/acme", { credentials });
    expect(again.status).toBe(200);
    expect(JSON.stringify(api.tables.feeds.items)).toBe(feeds);
  });

  it("changes the named fields and keeps the rest", async () => {
    await api.call("PUT", "/v1/instances/acme", { credentials, rooms: ["r1"] });
    const { body } = await api.call("PUT", "/v1/instances/acme", { requestsPerSecond: 20 });
    expect(body).toMatchObject({ requestsPerSecond: 20, rooms: ["r1"] });
  });

  it("adds a new instance to subscriptions that name none", async () => {
    const id = await api.subscribe();
    await api.call("PUT", "/v1/instances/acme", { credentials });
    const copies = api.tables.subscriptions.items.filter(({ pk, sk }) => pk === "instance#acme" && sk.includes(id));
    expect(copies).toHaveLength(1);
  });

  it("never shows, logs or stores credentials in clear", async () => {
    const answers = [
      await api.call("PUT", "/v1/instances/acme", { credentials }),
      await api.call("GET", "/v1/instances/acme"),
      await api.call("GET", "/v1/instances"),
      await api.call("GET", "/v1/status"),
    ];
    const everywhere = [...answers.map(({ text }) => text), api.tables.subscriptions.items, api.logger.lines];
    expect(JSON.stringify(everywhere)).not.toContain("s3cret");
    expect(JSON.stringify(everywhere)).not.toContain("clientId");
  });

  it.each([
    ["without credentials the first time", {}, "credentials", "must be given for a new instance"],
    ["with half a pair", { credentials: { clientId: "x" } }, "credentials.clientSecret", "is required"],
    ["with an unknown key", { credentials, speed: 1 }, "speed", "is an unknown field"],
    [
      "with an unknown key inside",
      { credentials: { ...credentials, scope: "x" } },
      "credentials.scope",
      "is an unknown field",
    ],
  ])("%s is refused", async (_what, body, field, message) => {
    const answer = await api.call("PUT", "/v1/instances/acme", body);
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, message }]]);
  });

  it("a name that can't be part of an address is refused", async () => {
    const answer = await api.call("PUT", "/v1/instances/a%23b", { credentials });
    const message = "must have 1 to 63 letters, digits, - or _, and begin with a letter or digit";
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: "name", message }]]);
  });
});

it("GET /v1/instances lists all instances, and one by name", async () => {
  await api.registerInstance("acme");
  await api.registerInstance("globex");
  const { body } = await api.call("GET", "/v1/instances");
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["acme", "globex"]);
  expect((await api.call("GET", "/v1/instances/globex")).body).toEqual(body.items[1]);
  expect((await api.call("GET", "/v1/instances/initech")).status).toBe(404);
});

describe("GET /v1/status", () => {
  it("distinguishes a new instance from one that was read", async () => {
    await api.registerInstance();
    const fresh = (await api.call("GET", "/v1/status")).body;
    expect(fresh.instances[0]).toMatchObject({ name: "acme", status: "connecting", baselineDone: false });
    expect(fresh.instances[0].feeds.timelines).toEqual({ status: "connecting", feeds: 6, stalled: 0 });

    const ids = api.tables.feeds.items.map(({ pk }) => pk);
    for (const [position, feed] of (await api.services.feeds.loadAll(ids)).entries()) {
      await api.services.feeds.save(feed, { drained: true, polledAt: api.clock.now() - position * 1_000 });
    }
    await api.services.instances.fixConnectedAt("acme", api.clock.now());
    const { body } = await api.call("GET", "/v1/status");
    expect(body.instances[0]).toMatchObject({
      status: "active",
      baselineDone: true,
      connectedAt: "2026-11-21T12:00:00.000Z",
    });
    expect(body.instances[0].feeds.timelines.status).toBe("active");
    expect(body.instances[0].feeds.timelines.lagSeconds).toBeGreaterThan(0);
    expect(body.instances[0].feeds).not.toHaveProperty("owners");
  });

  it("shows the worst feed of a class, and no lag while one was never read", async () => {
    await api.registerInstance();
    const ids = api.tables.feeds.items.map(({ pk }) => pk).filter((pk) => pk.includes("timeline"));
    const [first] = await api.services.feeds.loadAll(ids);
    await api.services.feeds.save(first!, { status: "backing_off", polledAt: api.clock.now() });
    const { timelines } = (await api.call("GET", "/v1/status")).body.instances[0].feeds;
    expect(timelines).toEqual({ status: "backing_off", feeds: 6, stalled: 0, lastPoll: "2026-11-21T12:00:00.000Z" });
  });

  it("shows an instance with refused credentials as parked", async () => {
    await api.registerInstance();
    await api.services.instances.park("acme", "invalid_client", 1_000);
    const { body } = await api.call("GET", "/v1/status");
    expect(body.instances[0]).toMatchObject({ status: "parked", parkedReason: "invalid_client" });
    const statuses = Object.values(body.instances[0].feeds).map((feed) => (feed as { status: string }).status);
    expect(new Set(statuses)).toEqual(new Set(["parked"]));
  });

  it("passes on the engine's counts", async () => {
    const { body } = await api.call("GET", "/v1/status");
    expect(body.queues.deliver).toEqual({ ready: 3, delayed: 0, inFlight: 1, dead: 0 });
    expect(body.deliveries).toEqual({ waiting: 2, delivered: 40 });
  });
});

describe("POST /v1/instances/{name}/test-credentials", () => {
  const read = { path: "/person/timeline", outcome: "answers", pageLimit: 100 } as const;
  const works: CredentialReport = {
    outcome: "works",
    scope: "read",
    mayWrite: false,
    clockOffset: 400,
    lists: [read],
    requests: 15,
  };

  /** What is answered, and the sentences of its findings by their level. */
  async function tested(report: CredentialReport | undefined) {
    const asked: unknown[] = [];
    const of = apiFixture({
      credentialTests: {
        ask: async (...what) => {
          asked.push(what);
          return report;
        },
      },
    });
    const { status, body, text } = await of.call("POST", "/v1/instances/acme/test-credentials", credentials);
    expect(asked).toEqual([["acme", credentials]]);
    expect(text).not.toContain(credentials.clientSecret);
    const sentences = body.findings
      .map((one: { level: string; text: string }) => `${one.level}: ${one.text}`)
      .join("\n");
    return { status, body, sentences, of };
  }

  it("says what a pair can do, stores no instance, and is audited", async () => {
    const { status, body, sentences, of } = await tested(works);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: "works",
      scope: "read",
      mayWrite: false,
      sourceAheadSeconds: 0,
      lists: [read],
    });
    expect(sentences).toBe(
      [
        "good: The credentials can read (scope `read`) and can't write.",
        "good: All tested lists can be read.",
        "good: Pages contain at most 100 rows (/person/timeline).",
        "good: The source's clock agrees with Feedhook's.",
      ].join("\n"),
    );
    expect((await of.call("GET", "/v1/instances/acme")).status).toBe(404);
    const { body: log } = await of.call("GET", "/v1/audit");
    expect(log.items[0]).toMatchObject({ operation: "testCredentials", fields: ["clientId", "clientSecret"] });
  });

  it("names missing scopes, write access, and a wrong clock", async () => {
    const lists = [
      { path: "/project/timeline", outcome: "forbidden" },
      { path: "/company-template", outcome: "missing" },
      { path: "/document/changes", outcome: "untested" },
    ] as const;
    const scoped = { scope: "act-as-user:read", mayWrite: true } as const;
    const { sentences } = await tested({
      ...works,
      ...scoped,
      outcome: "partly",
      clockOffset: -95_000,
      lists: [...lists],
    });
    expect(sentences).toContain("warn: The credentials can read (scope `act-as-user:read`), but they can also write");
    expect(sentences).toContain("These credentials see only what the person they act for can see.");
    expect(sentences).toContain(
      "bad: 2 of 3 lists can't be read: /project/timeline (403: a permission is missing), /company-template (404",
    );
    expect(sentences).toContain(
      "Feedhook didn't test /document/changes, because it found no record to test with or ran out of time.",
    );
    expect(sentences).toContain("warn: The source's clock is 95 s behind Feedhook's.");
    const ahead = await tested({ ...works, clockOffset: 60_000 });
    expect(ahead.sentences).toContain("60 s ahead of");
    const timeless = await tested({ outcome: "works", scope: "read", mayWrite: false, lists: [], requests: 3 });
    expect(timeless.sentences).toContain("Feedhook can't check the source's clock");
    const unsaid = await tested({ outcome: "works", scope: "read", lists: [], requests: 3 });
    expect(unsaid.sentences).toContain("good: The credentials can read (scope `read`). The source didn't say whether");
  });

  it("says why a pair is refused or couldn't be tested", async () => {
    const refused = (reason?: CredentialReport["reason"]) =>
      tested({ outcome: "refused", ...(reason && { reason }), lists: [], requests: 1 });
    expect((await refused("invalid_client")).sentences).toContain(
      "bad: The source rejects the credentials (invalid_client)",
    );
    expect((await refused("unknown_instance")).sentences).toContain("no instance with this name");
    expect((await refused("no_read_scope")).sentences).toContain("can't read");
    const unreachable = await tested({ outcome: "unreachable", fault: "HTTP 502", lists: [], requests: 1 });
    expect(unreachable.sentences).toContain("usable response: HTTP 502");
    const pending = await tested(undefined);
    expect([pending.status, pending.body.outcome]).toEqual([202, "pending"]);
  });
});
