import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { startMailServer } from "../support/mail-server.ts";
import { apiAt, bridgeForTest, connectTo, sandboxForTest, serveForTest } from "./support/test-scope.ts";

const operatorKey = "c322231b6f9666c9fa65280b16363d0b9181d55f24f045321a59b07851586697";
const email = "oncall@acme.example";

/** Short times: an endpoint fails, is announced and is probed within seconds. */
const timings = {
  ...defaultTimings,
  ...{ tick: 250, timelinePeriod: 500, fastOverlap: 10_000, polledAtGap: 500, newEndpoint: 0, unhealthyNotice: 500 },
  ...{ ownerPeriod: 2_000, dormantPeriod: 2_000 },
  ...{ endpointProbes: [500], messageRetries: [100], backlogRetries: [500] },
};

/** Responds with `status`, and keeps the bodies it got. */
async function startSink(status: { now: number }) {
  const bodies: string[] = [];
  const address = await serveForTest((request, response) => {
    void textOf(request).then((body) => {
      bodies.push(body);
      response.writeHead(status.now).end();
    });
  });
  return { bodies, url: `${address}/in?token=very-secret` };
}

/** The longest time (ms) for a step on a busy machine. */
const patience = { timeout: 60_000 };

test("a partner hears of an outage and its end by mail and in two chats, once each, from several workers", async () => {
  const mails = await startMailServer({ password: "smtp-password", mustSignIn: true });
  onTestFinished(() => mails.close());
  const [chat, endpointStatus] = [await startSink({ now: 200 }), { now: 503 }];
  const endpoint = await startSink(endpointStatus);
  const source = await sandboxForTest({ seed: 7, records: 15 });
  const bridge = await bridgeForTest({
    ...{ partnerUrl: source.url, operatorKey, timings, workers: 2 },
    smtp: {
      ...{ host: "127.0.0.1", port: mails.port, secure: false, insecure: true },
      ...{ user: "feedhook", from: "alerts@bridge.example" },
    },
    smtpPassword: "smtp-password",
    portalUrl: "https://feedhook.example.com",
  });
  await connectTo(source, bridge.api);
  const wanted = { name: "Acme", instances: [source.name] };
  const { id } = await bridge.api<{ id: string }>("POST", "/v1/partners", wanted);
  const ownKey = { name: "own", scopes: ["admin"] };
  const { key } = await bridge.api<{ key: string }>("POST", `/v1/partners/${id}/keys`, ownKey);
  const api = apiAt(bridge.url, key);
  const alerts = `/v1/partners/${id}/alerts`;

  // The address is the partner's own after the mailed code returns.
  const teams = await startSink({ now: 202 });
  await api("PATCH", alerts, { email, slackUrl: chat.url, teamsUrl: teams.url, failingAfterMinutes: 0 });
  await expect.poll(() => mails.taken.length, patience).toBeGreaterThan(0);
  const [code] = /\b\d{8}\b/.exec(mails.taken[0]!.text) ?? [];
  expect(await api("POST", `${alerts}/confirm`, { code })).toMatchObject({ email: { confirmed: true } });
  expect(await api("POST", `${alerts}/test`)).toEqual({
    results: [
      { channel: "email", outcome: "sent" },
      { channel: "slack", outcome: "sent" },
      { channel: "teams", outcome: "sent" },
    ],
  });
  expect([mails.taken.length, chat.bodies.length]).toEqual([2, 1]);

  const subscribed = { url: endpoint.url, eventTypes: ["person.*"] };
  const subscription = await api<{ id: string }>("POST", "/v1/subscriptions", subscribed);
  const client = await source.client();
  for (let person = 0; person < 8; person += 1) {
    await client.post("/person", { firstName: "Kari", lastName: `Nordmann ${person}` });
  }
  const reported = (text: string) => [
    mails.taken.filter((mail) => mail.text.includes(text)).length,
    chat.bodies.filter((body) => body.includes(text)).length,
    teams.bodies.filter((body) => body.includes(text)).length,
  ];
  await expect.poll(() => Math.min(...reported("has been failing since")), patience).toBeGreaterThan(0);
  endpointStatus.now = 204;
  await expect.poll(() => Math.min(...reported("is responding again")), patience).toBeGreaterThan(0);
  // A second copy would come while the endpoint is served and probed.
  const path = `/v1/subscriptions/${subscription.id}/deliveries?state=delivered`;
  const delivered = async () => (await api<{ items: unknown[] }>("GET", path)).items.length;
  await expect.poll(delivered, patience).toBeGreaterThanOrEqual(8);
  expect([reported("has been failing since"), reported("is responding again")]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  const everything = [...mails.taken.map(({ text }) => text), ...chat.bodies, ...teams.bodies].join("\n");
  expect(everything).not.toContain("very-secret");
  expect(everything).not.toContain("Nordmann");
  expect(everything).toContain(`https://feedhook.example.com/portal/endpoints/${subscription.id}`);
  expect(new Set(mails.taken.flatMap(({ to }) => to))).toEqual(new Set([email]));
  const kinds = async () => {
    const { recent } = await api<{ recent: { kind: string; state: string }[] }>("GET", alerts);
    return recent.map(({ kind, state }) => `${kind} ${state}`).toSorted();
  };
  // The recipient has an alert before the bridge has recorded that it is sent.
  const ofEach = ["endpoint_failing sent", "endpoint_recovered sent", "test sent"].flatMap((one) => [one, one, one]);
  await expect.poll(kinds).toEqual(["code sent", ...ofEach]);
  expect(JSON.stringify(bridge.logger.lines)).not.toContain(email);
});
