import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import {
  type BackgroundThread,
  backgroundQueues,
  startBackgroundThread,
} from "../../infra/node/background/background-thread.ts";
import { PortInUseError } from "../../infra/node/listen.ts";
import { PrometheusMetrics } from "../../infra/node/prometheus-metrics.ts";
import { requestApi } from "../../infra/node/request-api.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { eventually } from "../support/node-engine.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { testContext } from "../support/test-context.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { serveForTest } from "./support/test-scope.ts";

const key = randomBytes(32).toString("hex");
const dataDir = folderOfFile();
const operatorKeyHash = createHash("sha256").update(key).digest("hex");
const url = { partnerUrl: "http://127.0.0.1:1", allowInsecureEndpoints: true };
const settings = { ...url, operatorKeyHash, timings: defaultTimings };
const logger = new SilentLogger();
const metrics = new PrometheusMetrics();
const wakeUps = new LocalWakeUps();
const engine = createSqliteEngine({ dataDir, settings, logger, metrics }, wakeUps);
let fullSince: number | undefined;
const parts = {
  ...{ dataDir, port: 0, settings, trustedProxies: [], queues: [], logger, metrics, wakeUps },
  ...{ writeTurn: engine.writeTurn, fullSince: () => fullSince },
};
let api: BackgroundThread;
const ask = (method: string, path: string, body?: unknown) =>
  requestApi(`http://127.0.0.1:${api.port}`, key, method, path, body);

const created = z.object({ id: z.string() });

beforeAll(async () => {
  api = await startBackgroundThread({ ...parts, backups: () => ({ since: 0, missingSince: 1, fault: "no room" }) });
});
afterAll(async () => {
  await api.stop();
  engine.close();
});

it("wakes the host when a request adds work, which the host can then read", async () => {
  const woken: string[] = [];
  wakeUps.on("recover", () => woken.push("recover"));
  await ask("PUT", "/v1/instances/acme", { credentials: { clientId: "id", clientSecret: "secret" } });
  await ask("POST", "/v1/erasures", { instance: "acme", subject: { type: "person", id: "p-1" } });
  await eventually(() => woken.length > 0);
  expect(await engine.queue("recover").receive(10)).toHaveLength(1);
});

it("responds with what only the host knows: its metrics, its backups, and that it is alive", async () => {
  metrics.record("publishing.beats_seen", 7);
  const answer = await fetch(`http://127.0.0.1:${api.port}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const text = await answer.text();
  expect(text).toContain("feedhook_publishing_beats_seen_total 7");
  expect(text).toMatch(/^feedhook_backup_age_seconds \d/m);
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(await ask("GET", "/v1/status")).toMatchObject({
    needsAttention: [{ kind: "backups_missing", what: "no room" }],
  });
  expect((await fetch(`http://127.0.0.1:${api.port}/healthz`)).status).toBe(200);
});

it("says that the disk is full, if the host pauses because of that", async () => {
  fullSince = 1_000;
  expect(await ask("GET", "/v1/status")).toMatchObject({
    needsAttention: [{ kind: "disk_full", since: "1970-01-01T00:00:01.000Z" }, { kind: "backups_missing" }],
  });
  const ready = await fetch(`http://127.0.0.1:${api.port}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    ...[503, { parts: [{ part: "store", ok: false, detail: "the disk is full" }, {}, {}, {}] }],
  ]);
  fullSince = undefined;
});

it("logs and counts through the host", async () => {
  await fetch(`http://127.0.0.1:${api.port}/v1/status`, { headers: { authorization: "Bearer fh_wrong" } });
  await eventually(() => logger.lines.some(({ event }) => event === "api.keys_refused"));
  expect(await metrics.registry.getMetricsAsJSON()).toContainEqual(
    expect.objectContaining({
      name: "feedhook_api_keys_refused_total",
      values: [expect.objectContaining({ value: 1 })],
    }),
  );
});

it("doesn't start if its port is taken", async () => {
  await expect(startBackgroundThread({ ...parts, port: api.port })).rejects.toThrow(PortInUseError);
});

it("consumes the queues that the host leaves to it, and stops only when their work is done", async () => {
  const requests: string[] = [];
  const address = await serveForTest((request, response) => {
    requests.push(request.url ?? "");
    setTimeout(() => response.writeHead(204).end(), 300);
  });
  const thread = await startBackgroundThread({ ...parts, queues: backgroundQueues });
  const url = `${address}/hook`;
  const { id: subscription } = created.parse(await ask("POST", "/v1/subscriptions", { url, eventTypes: ["person.*"] }));
  const envelope = anEvent({ id: idOf(1, Date.now()) });
  const events = new EventStore({ ...testContext(), clock: engine.clock, events: engine.table("events") });
  await events.put([{ envelope, body: JSON.stringify(envelope) }]);
  const message = { subscription, partner: "prt_operator", instance: "acme", event: envelope.id, run: "0", attempt: 1 };
  // The host's engine sends both, so the thread must be woken, or find them by itself.
  await engine.queue("recover").send([{ body: JSON.stringify({ kind: "sweep" }) }]);
  await engine.queue("deliver-slow").send([{ body: JSON.stringify({ ...message, slow: true }) }]);
  await eventually(() => requests.length > 0);
  await thread.stop();
  expect(await ask("GET", `/v1/subscriptions/${subscription}/deliveries`)).toMatchObject({
    items: [{ event: envelope.id, state: "delivered" }],
  });
  expect((await engine.queue("deliver-slow").depth()).inFlight).toBe(0);
  expect((await engine.queue("recover").depth()).ready).toBe(0);
});
