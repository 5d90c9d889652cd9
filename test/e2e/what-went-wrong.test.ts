import { expect, test } from "vitest";
import type { components } from "../../infra/api-client/api-types.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest, serveForTest } from "./support/test-scope.ts";

const key = "189fea324277095c7152890cdbe727205a320dc94d5cfc3c9fb4824fdd2d081e";
const ownKey = "k3y-of-the-receivers-gateway";

type Delivery = components["schemas"]["Delivery"];
type Detail = components["schemas"]["SubscriptionDetail"];

/**
 * Responds as its path says: `/500` like a broken server, `/503` like one that asks for a wait, everything else with
 * 204.
 */
function startReceiver(): Promise<string> {
  return serveForTest((request, response) => {
    request.resume().on("end", () => {
      if (request.url === "/500") {
        response.writeHead(500, { "x-request-id": "r-7", "set-cookie": "session=s3cret", server: "test" });
        response.end(`relation "contacts" does not exist; you sent ${String(request.headers["x-api-key"])}`);
        return;
      }
      if (request.url === "/503") response.writeHead(503, { "retry-after": "600" }).end("later");
      else response.writeHead(204).end();
    });
  });
}

test("status names what went wrong first, over real HTTP", { timeout: 180_000 }, async () => {
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", key));
  const api = await apiOf(program, key);
  const receiver = await startReceiver();
  const subscribe = async (path: string, body: object = {}) =>
    (await api<{ id: string }>("POST", "/v1/subscriptions", { url: receiver + path, eventTypes: ["*"], ...body })).id;
  const deliveries = async (id: string, query: string) =>
    (await api<{ items: Delivery[] }>("GET", `/v1/subscriptions/${id}/deliveries${query}`)).items;
  const delivery = async (id: string, query: string, isWanted: (one: Delivery) => boolean = () => true) =>
    eventually(async () => (await deliveries(id, query)).find(isWanted));
  const eventually = async <T>(read: () => Promise<T | undefined>): Promise<T> => {
    let found: T | undefined;
    await expect.poll(async () => (found = await read()), { timeout: 60_000, interval: 300 }).toBeDefined();
    return found!;
  };

  const measured = (id: string) =>
    eventually(async () => {
      const { endpoint } = await api<Detail>("GET", `/v1/subscriptions/${id}`);
      return endpoint.lastHour === undefined ? undefined : endpoint;
    });

  // A receiver that breaks: the subscription and every attempt say how.
  const broken = await subscribe("/500", { headers: { "x-api-key": ownKey } });
  const failed = await delivery(broken, "?status=5xx");
  expect(failed.attempts.at(-1)).toMatchObject({
    status: 500,
    timingMs: { firstByte: expect.any(Number) },
    requestHeaders: {
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Feedhook\//),
      "webhook-id": failed.event,
      "webhook-signature": "v1,…",
      "x-api-key": "…",
    },
    responseHeaders: { "x-request-id": "r-7", server: "test" },
    responseExcerpt: 'relation "contacts" does not exist; you sent …',
  });
  expect(JSON.stringify(failed)).not.toMatch(new RegExp(`${ownKey}|s3cret`));
  expect(failed.wait?.sentence).toMatch(/The next attempt, \d+ of 12,|The endpoint is failing/);
  expect(await measured(broken)).toMatchObject({
    lastFailure: { status: 500, responseExcerpt: 'relation "contacts" does not exist; you sent …' },
    lastHour: { successRate: 0, p50Ms: expect.any(Number), p95Ms: expect.any(Number) },
    lastDay: { successRate: 0 },
  });

  // One that asks for a wait: the delivery says until when.
  const busy = await subscribe("/503");
  const patient = await delivery(busy, "?status=503", ({ wait }) => wait?.reason === "retry_after");
  expect(patient.wait?.sentence).toMatch(
    /^The endpoint returned HTTP 503 and asked Feedhook to wait 600 seconds \(Retry-After\). The next attempt is at 20/,
  );
  expect(patient.wait?.until).toBe(patient.nextAttemptAt);
  expect(Date.parse(patient.wait?.until ?? "")).toBeGreaterThan(Date.parse(patient.attempts[0]?.at ?? "") + 600_000);

  // Its owner disables it: the same delivery says who, and when.
  await api("PATCH", `/v1/subscriptions/${busy}`, { status: "disabled" });
  const [stopped] = (await api<{ items: Delivery[] }>("GET", `/v1/subscriptions/${busy}/deliveries/${patient.event}`))
    .items;
  expect(stopped?.wait).toMatchObject({
    reason: "subscription_disabled",
    by: "environment",
    since: expect.any(String),
  });

  // A failed ping is no expired delivery.
  await api("POST", `/v1/subscriptions/${broken}/ping`);
  const [ping] = await deliveries(broken, "?state=failed");
  expect(ping).toMatchObject({ run: "ping", type: "bridge.ping", attempts: [{ status: 500 }] });
  expect(ping).not.toHaveProperty("wait");
  expect(await deliveries(broken, "?state=expired")).toEqual([]);

  // Its owner's limit: a waiting delivery is shown before its first attempt.
  const limited = await subscribe("/", { ratePerSecond: 0.1 });
  const [instance] = (await api<{ items: { name: string }[] }>("GET", "/v1/instances")).items;
  const postponed = await eventually(async () => {
    const events = await api<{ items: { id: string }[] }>(
      "GET",
      `/v1/events?instance=${instance?.name}&order=newest&limit=15&until=${new Date(Date.now() + 60_000).toISOString()}`,
    );
    for (const { id } of events.items) {
      const path = `/v1/subscriptions/${limited}/deliveries/${id}`;
      const found = await api<{ items: Delivery[] }>("GET", path).catch(() => undefined);
      const waiting = found?.items.find(({ wait }) => wait?.reason === "rate_limit");
      if (waiting !== undefined) return waiting;
    }
    return undefined;
  });
  expect(postponed).toMatchObject({ state: "waiting", attempts: [] });

  // A healthy one says so, and its successes keep no response headers.
  const well = await subscribe("/");
  const taken = await delivery(well, "?state=delivered");
  expect(taken.attempts[0]).toMatchObject({ status: 204, requestHeaders: { "webhook-id": taken.event } });
  expect(taken.attempts[0]).not.toHaveProperty("responseHeaders");
  const healthy = await measured(well);
  expect(healthy).toMatchObject({ state: "healthy", lastHour: { successRate: 1 } });
  expect(healthy).not.toHaveProperty("lastFailure");
});
