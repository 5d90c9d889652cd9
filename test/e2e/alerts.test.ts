import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { startMailServer } from "./support/mail-server.ts";
import { PartnerClient } from "./support/partner-client.ts";
import { serveForTest, temporaryDirectory } from "./support/test-scope.ts";

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

async function until(what: string, holds: () => boolean | Promise<boolean>, within = 60_000): Promise<void> {
  for (const end = Date.now() + within; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${within / 1_000} s`);
  }
}

test("a partner hears of an outage and its end by mail and in two chats, once each, from several workers", async () => {
  const mails = await startMailServer("feedhook", "smtp-password");
  onTestFinished(() => mails.close());
  const [chat, endpointStatus] = [await startSink({ now: 200 }), { now: 503 }];
  const endpoint = await startSink(endpointStatus);
  const sandbox = await startSandbox({ seed: 7, records: 15 });
  onTestFinished(() => sandbox.close());
  const dataDir = temporaryDirectory();
  const logger = new SilentLogger();
  const bridge = await startBridge({
    ...{ partnerUrl: sandbox.url, dataDir, port: 0, operatorKey, allowInsecureEndpoints: true, timings, logger },
    smtp: {
      ...{ host: "127.0.0.1", port: mails.port, secure: false, insecure: true },
      ...{ user: "feedhook", from: "alerts@bridge.example" },
    },
    smtpPassword: "smtp-password",
    portalUrl: "https://feedhook.example.com",
    workers: 2,
  });
  onTestFinished(() => bridge.stop());
  const [{ name, clientId, clientSecret }] = sandbox.instances as [(typeof sandbox.instances)[number]];
  const asOperator = (method: string, path: string, body?: unknown) =>
    requestApi(bridge.url, operatorKey, method, path, body);
  await asOperator("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 50 });
  const { id } = (await asOperator("POST", "/v1/partners", { name: "Acme", instances: [name] })) as { id: string };
  const made = await asOperator("POST", `/v1/partners/${id}/keys`, { name: "own", scopes: ["admin"] });
  const { key } = made as { key: string };
  const api = (method: string, path: string, body?: unknown) => requestApi(bridge.url, key, method, path, body);
  const alerts = `/v1/partners/${id}/alerts`;

  // The address is the partner's own after the mailed code returns.
  const teams = await startSink({ now: 202 });
  await api("PATCH", alerts, { email, slackUrl: chat.url, teamsUrl: teams.url, failingAfterMinutes: 0 });
  await until("the code is mailed", () => mails.taken.length > 0);
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

  const subscription = (await api("POST", "/v1/subscriptions", { url: endpoint.url, eventTypes: ["person.*"] })) as {
    id: string;
  };
  await until("the first contact is read", async () => {
    const { instances } = (await asOperator("GET", "/v1/status")) as { instances: { baselineDone: boolean }[] };
    return instances.every(({ baselineDone }) => baselineDone);
  });
  const source = await PartnerClient.connect(sandbox.url, name, clientId, clientSecret);
  for (let person = 0; person < 8; person += 1) {
    await source.post("/person", { firstName: "Kari", lastName: `Nordmann ${person}` });
  }
  const told = (text: string) => [
    mails.taken.filter((mail) => mail.text.includes(text)).length,
    chat.bodies.filter((body) => body.includes(text)).length,
    teams.bodies.filter((body) => body.includes(text)).length,
  ];
  await until("the outage is told", () => told("has been failing since").every((count) => count > 0));
  endpointStatus.now = 204;
  await until("its end is told", () => told("is responding again").every((count) => count > 0));
  // A second copy would come while the endpoint is served and probed.
  await until("everything arrives", async () => {
    const path = `/v1/subscriptions/${subscription.id}/deliveries?state=delivered`;
    return ((await api("GET", path)) as { items: unknown[] }).items.length >= 8;
  });
  expect([told("has been failing since"), told("is responding again")]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  const everything = [...mails.taken.map(({ text }) => text), ...chat.bodies, ...teams.bodies].join("\n");
  expect(everything).not.toContain("very-secret");
  expect(everything).not.toContain("Nordmann");
  expect(everything).toContain(`https://feedhook.example.com/portal/endpoints/${subscription.id}`);
  expect(new Set(mails.taken.flatMap(({ to }) => to))).toEqual(new Set([email]));
  const kinds = async () => {
    const { recent } = (await api("GET", alerts)) as { recent: { kind: string; state: string }[] };
    return recent.map(({ kind, state }) => `${kind} ${state}`).toSorted();
  };
  // The recipient has an alert before the bridge has recorded that it is sent.
  await expect
    .poll(kinds)
    .toEqual([
      "code sent",
      ...Array.from({ length: 3 }, () => "endpoint_failing sent"),
      ...Array.from({ length: 3 }, () => "endpoint_recovered sent"),
      ...Array.from({ length: 3 }, () => "test sent"),
    ]);
  expect(JSON.stringify(logger.lines)).not.toContain(email);
});
