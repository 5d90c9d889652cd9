import { beforeEach, describe, expect, it } from "vitest";
import { ownerOfGroup } from "../../../shared/adapters/sqlite/owner-of-group.ts";
import { alertsFixture, email, slackUrl } from "./alerts-fixture.ts";

type Fixture = Awaited<ReturnType<typeof alertsFixture>>;
let api: Fixture["api"];
let partner: Fixture["partner"];
let path: Fixture["path"];
let as: Fixture["as"];
let patch: Fixture["patch"];
let code: Fixture["code"];
let confirmed: Fixture["confirmed"];

async function open(options?: Parameters<typeof alertsFixture>[0]): Promise<void> {
  ({ api, partner, path, as, patch, code, confirmed } = await alertsFixture(options));
}

beforeEach(() => open());

describe("a partner's alerts", () => {
  it("start with every kind and no channel", async () => {
    const { status, body } = await api.call("GET", path, undefined, as);
    expect([status, body.email, body.slack, body.recent]).toEqual([200, undefined, undefined, []]);
    expect(body.kinds).toHaveLength(5);
    expect(body.emailAvailable).toBe(true);
  });

  it("go to a chat, whose address isn't shown again", async () => {
    const { status, body, text } = await patch({ slackUrl, kinds: ["endpoint_paused", "endpoint_paused"] });
    expect([status, body.slack, body.kinds]).toEqual([200, { host: "hooks.slack.example" }, ["endpoint_paused"]]);
    expect(text).not.toContain("very-secret");
    expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain("very-secret");
    expect((await patch({ slackUrl: null })).body.slack).toBeUndefined();
    expect((await api.call("GET", path)).body.kinds).toEqual(["endpoint_paused"]);
  });

  it("go to Teams and PagerDuty, whose address and key aren't shown again", async () => {
    const teamsUrl = "https://prod-00.westeurope.logic.example/workflows/very-secret";
    const routingKey = "R0UTINGKEY0123456789ABCDEF012345";
    const { status, body, text } = await patch({ teamsUrl, pagerduty: { routingKey } });
    expect([status, body.teams, body.pagerduty]).toEqual([
      200,
      { host: "prod-00.westeurope.logic.example" },
      { host: "events.pagerduty.com" },
    ]);
    for (const secret of ["very-secret", routingKey]) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain(secret);
    }
    const eu = { routingKey, url: "https://events.eu.pagerduty.com/v2/enqueue" };
    expect((await patch({ pagerduty: eu })).body.pagerduty).toEqual({ host: "events.eu.pagerduty.com" });
    const removed = await patch({ teamsUrl: null, pagerduty: null });
    expect([removed.body.teams, removed.body.pagerduty]).toEqual([undefined, undefined]);
  });

  it("seal each channel's address for that channel only", async () => {
    const { alertSettings } = api.services;
    const slack = await alertSettings.sealChat(partner, "slack", slackUrl);
    expect(await alertSettings.openChat(partner, "slack", slack)).toBe(slackUrl);
    await expect(alertSettings.openChat(partner, "teams", slack)).rejects.toMatchObject({ code: "unseal_failed" });
  });

  it("come ten minutes after a failure began, unless another threshold is set", async () => {
    expect((await api.call("GET", path, undefined, as)).body.failingAfterMinutes).toBe(10);
    expect((await patch({ failingAfterMinutes: 0 })).body.failingAfterMinutes).toBe(0);
    expect((await patch({ kinds: ["endpoint_failing"] })).body.failingAfterMinutes).toBe(0);
  });

  it("that a person waits for have a group per partner and kind, ahead of others' retries", async () => {
    const first = partner;
    await patch({ slackUrl, email });
    partner = (await api.call("POST", "/v1/partners", { name: "Globex" })).body.id;
    await api.call("PATCH", `/v1/partners/${partner}/alerts`, { slackUrl, email });
    const groups = api.alerts.sent.map(({ group }) => group);
    expect(groups).toHaveLength(4);
    expect(new Set([...groups, first, partner]).size).toBe(6);
    // Their places in the queue are their partner's.
    expect(groups.map((group = "") => ownerOfGroup(group))).toEqual([first, first, partner, partner]);
  });

  it("cover ongoing outages once there is a channel", async () => {
    await patch({ failingAfterMinutes: 5 });
    expect(api.alerts.take()).toEqual([]);
    await patch({ slackUrl });
    expect(api.alerts.take()).toEqual([{ kind: "ongoing", partner }]);
    await patch({ email });
    api.alerts.take();
    api.clock.advance(5_000);
    await api.call("POST", `${path}/confirm`, { code: await code() }, as);
    expect(api.alerts.take()).toEqual([{ kind: "ongoing", partner }]);
  });

  it("announce many changes with one message, which is handled after the last of them", async () => {
    for (let second = 0; second < 5; second += 1) {
      await patch({ slackUrl });
      await patch({});
      api.clock.advance(1_000);
    }
    expect(api.alerts.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([10]);
    await patch({ failingAfterMinutes: 5 });
    expect(api.alerts.take()).toEqual([
      { kind: "ongoing", partner },
      { kind: "ongoing", partner },
    ]);
  });

  it.each<[body: object, field: string, message?: string]>([
    [{ teamsUrl: "http://logic.example/x" }, "teamsUrl"],
    [{ teamsUrl: "https://169.254.169.254/x" }, "teamsUrl"],
    [{ pagerduty: { routingKey: "short" } }, "pagerduty.routingKey"],
    [
      { pagerduty: { routingKey: "R0UTINGKEY0123456789ABCDEF012345", url: "https://10.0.0.1/enqueue" } },
      "pagerduty.url",
    ],
    [{ failingAfterMinutes: 7 }, "failingAfterMinutes"],
    [{ slackUrl: "http://hooks.slack.example/x" }, "slackUrl"],
    [{ slackUrl: "https://127.0.0.1/x" }, "slackUrl"],
    [{ slackUrl: "https://metadata.internal/x" }, "slackUrl"],
    [{ email: "no address" }, "email", "must look like name@example.com"],
    [{ email: "a@b.example, c@d.example" }, "email"],
    [{ kinds: [] }, "kinds"],
    [{ kinds: ["everything"] }, "kinds.0"],
    [{ slack: "x" }, "slack"],
  ])("refuse %j, by field", async (body, field, message: string = expect.any(String)) => {
    const { status, body: problem } = await patch(body);
    expect([status, problem.errors]).toMatchObject([400, [{ field, message }]]);
  });

  it("refuse a chat whose name resolves to a private address", async () => {
    await open({ vetDestination: async () => "refused" });
    expect((await patch({ slackUrl })).body.errors).toEqual([
      { field: "slackUrl", message: "isn't an allowed destination" },
    ]);
  });

  it("refuse email if the bridge sends none, and say so beforehand", async () => {
    await open({ sendsMail: false });
    expect((await api.call("GET", path, undefined, as)).body.emailAvailable).toBe(false);
    expect((await patch({ email })).body.errors[0]).toMatchObject({ field: "email" });
  });

  it("change conditionally on their ETag", async () => {
    const etag = (await api.call("GET", path, undefined, as)).headers.get("etag")!;
    expect((await patch({ slackUrl }, { "if-match": etag })).status).toBe(200);
    expect((await patch({ slackUrl: null }, { "if-match": etag })).status).toBe(412);
  });

  it("are deleted with their partner", async () => {
    await patch({ slackUrl });
    expect((await api.call("DELETE", `/v1/partners/${partner}?confirm=${partner}`)).status).toBe(204);
    expect(api.tables.subscriptions.items.filter(({ pk }) => pk === `partner#${partner}`)).toEqual([]);
  });
});

describe("an email address", () => {
  it("gets a code, and counts once the code is entered", async () => {
    const { body } = await patch({ email });
    expect(body.email).toEqual({
      ...{ address: email, confirmed: false },
      codeExpiresAt: new Date(api.clock.now() + 3_600_000).toISOString(),
    });
    expect(api.alerts.take()).toEqual([{ kind: "code", partner, at: api.clock.now() }]);
    const answer = await api.call("POST", `${path}/confirm`, { code: await code() }, as);
    expect([answer.status, answer.body.email.confirmed]).toEqual([200, true]);
    expect(answer.body.email.confirmedAt).toBe(new Date(api.clock.now()).toISOString());
  });

  it("isn't confirmed by another code", async () => {
    await patch({ email });
    const wrong = (await code()) === "00000000" ? "11111111" : "00000000";
    for (const message of [
      /4 tries left/,
      /3 tries left/,
      /2 tries left/,
      /1 try left$/,
      /expired\. Request a new code$/,
    ]) {
      const { status, body } = await api.call("POST", `${path}/confirm`, { code: wrong }, as);
      expect([status, body.errors[0].field]).toEqual([400, "code"]);
      expect(body.errors[0].message).toMatch(message);
    }
    expect((await api.call("POST", `${path}/confirm`, { code: "1" }, as)).body.errors[0].field).toBe("code");
  });

  it("has nothing to confirm if it is absent", async () => {
    const { status, body } = await api.call("POST", `${path}/confirm`, { code: "12345678" }, as);
    expect([status, body.type]).toEqual([409, "urn:feedhook:problem:wrong-state"]);
  });

  it("stays confirmed when it is set again; another one starts over", async () => {
    await confirmed();
    api.clock.advance(5_000);
    expect((await patch({ email, kinds: ["endpoint_paused"] })).body.email.confirmed).toBe(true);
    expect(api.alerts.take()).toEqual([{ kind: "ongoing", partner }]);
    api.clock.advance(60_000);
    expect((await patch({ email: "other@acme.example" })).body.email.confirmed).toBe(false);
    expect((await patch({ email: null })).body.email).toBeUndefined();
  });

  it("gets at most one code a minute and five a day, because it may be a stranger's", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      statuses.push((await patch({ email: `stranger${time}@else.example` })).status);
      api.clock.advance(61_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(api.alerts.take()).toHaveLength(5);
    // What is removed and set again counts all the same.
    await patch({ email: null });
    const refused = await patch({ email });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(86_400 - 7 * 61)]);
    expect(refused.body.detail).toBe("5 codes were sent in the last 24 hours. Try again in 24 hours.");
    api.clock.advance(Number(refused.headers.get("retry-after")) * 1_000);
    expect((await patch({ email })).status).toBe(200);
    const again = await patch({ email });
    // Five within a day again: the second of the first five is the next to be forgotten.
    expect([again.status, again.headers.get("retry-after")]).toEqual([429, "61"]);
    expect(again.body.detail).toMatch(/Try again in 1 hour\.$/);
  });
});
