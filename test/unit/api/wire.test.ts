import { beforeEach, describe, expect, it } from "vitest";
import { type DeliveryRow, newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import type { DeliveryMessage } from "../../../shared/fanout/delivery-message.ts";
import { type ApiFixtureOptions, apiFixture, hook, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let id: string;

async function open(options: ApiFixtureOptions = {}) {
  api = apiFixture(options);
  id = await api.subscribe();
}
beforeEach(() => open());

describe("POST /v1/subscriptions/{id}/secret", () => {
  const rotate = (body?: unknown) => api.call("POST", `/v1/subscriptions/${id}/secret`, body);

  it("shows the new secret once, and how long the old one stays valid", async () => {
    const { status, body } = await rotate({ overlapSeconds: 3_600 });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.signingKeys).toEqual([
      { createdAt: "2026-11-21T12:00:00.000Z" },
      { createdAt: "2026-11-21T12:00:00.000Z", expiresAt: "2026-11-21T13:00:00.000Z" },
    ]);
    expect((await api.call("GET", `/v1/subscriptions/${id}`)).text).not.toContain("whsec_");
  });

  it("needs no body: the overlap is a day", async () => {
    expect((await rotate({})).body.signingKeys[1].expiresAt).toBe("2026-11-22T12:00:00.000Z");
    const bare = { method: "POST", headers: { authorization: `Bearer ${operatorKey}` } };
    expect((await api.app.request(`/v1/subscriptions/${id}/secret`, bare)).status).toBe(200);
  });

  it("refuses an invalid secret, one in use, an overlap out of bounds and one secret too many", async () => {
    const own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect((await rotate({ secret: own })).body.secret).toBe(own);
    expect((await rotate({ secret: own })).body.errors).toEqual([{ field: "secret", message: "is already in use" }]);
    expect((await rotate({ secret: "whsec_short" })).status).toBe(400);
    expect((await rotate({ overlapSeconds: 604_801 })).status).toBe(400);
    await rotate({});
    await rotate({});
    const tooMany = await rotate({});
    expect([tooMany.status, tooMany.body.type]).toEqual([409, "urn:feedhook:problem:too-many-secrets"]);
    expect(tooMany.body.detail).toContain("rotate with an overlap of 0 seconds, which ends the earlier ones now");
    expect((await rotate({ overlapSeconds: 60 })).status).toBe(409);
    expect((await rotate({ overlapSeconds: 0 })).body.signingKeys).toHaveLength(1);
  });
});

it.each([
  ["GET", "/v1/me"],
  ["POST", "/v1/subscriptions"],
  ["DELETE", "/v1/nothing"],
])("a delivery of a bridge can't call the API (%s %s)", async (method, path) => {
  const headers = { authorization: `Bearer ${operatorKey}`, "webhook-id": "evt_1", "webhook-signature": "v1,c2ln" };
  const answer = await api.app.request(path, { method, headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    type: "urn:feedhook:problem:delivery-loop",
    detail: "The API doesn't accept webhooks. Change the subscription's URL.",
    instance: path,
  });
});

describe("headers", () => {
  const patch = (headers: unknown) => api.call("PATCH", `/v1/subscriptions/${id}`, { headers });

  it("are merged by name; only names are shown", async () => {
    expect((await patch({ "X-Api-Key": "one", "x-team": "crm" })).body.headerNames).toEqual(["x-api-key", "x-team"]);
    const { body, text } = await patch({ "x-api-key": "two", "X-Team": null });
    expect(body.headerNames).toEqual(["x-api-key"]);
    expect(text).not.toContain("two");
    const stored = (await api.services.subscriptions.find("prt_operator", id))!;
    expect(await api.services.subscriptions.secrets.openHeaders(stored)).toEqual({ "x-api-key": "two" });
    expect((await patch(null)).body.headerNames).toEqual([]);
  });

  it("that are reserved are refused by name, and a value is never repeated", async () => {
    const { status, body, text } = await patch({ host: "s3cret-value", "x-a": "bad\r\nvalue" });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: "headers.host", message: "is reserved" },
      { field: "headers.x-a", message: expect.stringContaining("printable ASCII") },
    ]);
    expect(text).not.toMatch(/s3cret|bad/);
    expect((await api.call("POST", "/v1/subscriptions", { ...hook, headers: { "webhook-id": "x" } })).status).toBe(400);
  });
});

describe("the addresses of a name", () => {
  const create = () => api.call("POST", "/v1/subscriptions", hook);

  it("are refused on create and update without saying why", async () => {
    let verdict: "allowed" | "refused" = "allowed";
    await open({ vetDestination: async () => verdict });
    verdict = "refused";
    const refused = { status: 400, body: { errors: [{ field: "url", message: "isn't an allowed destination" }] } };
    expect(await create()).toMatchObject(refused);
    expect(await api.call("PATCH", `/v1/subscriptions/${id}`, { url: hook.url })).toMatchObject(refused);
  });

  it("cause a warning if they don't resolve", async () => {
    await open({ vetDestination: async () => "unresolved" });
    expect(await create()).toMatchObject({ status: 201, body: { warnings: [{ field: "url" }] } });
  });
});

describe("POST /v1/subscriptions/{id}/ping", () => {
  const ping = () => api.call("POST", `/v1/subscriptions/${id}/ping`);
  const answered = (message: DeliveryMessage, fields: Partial<DeliveryRow>) =>
    api.tables.deliveries.put([{ item: { ...newDeliveryRow(message, api.clock.now(), 1_000_000), ...fields } }]);

  it("shows the endpoint's response, at most once in ten seconds", async () => {
    await open({
      sleeper: {
        sleep: async (ms) => {
          api.clock.advance(ms);
          for (const message of api.deliver.take() as DeliveryMessage[]) {
            const timing = { dns: 3, connect: 4, tls: 5, firstByte: 6 };
            const attempts = [{ at: api.clock.now(), ms: 20, timing, status: 200 }];
            await answered(message, { state: "delivered", excerpt: "ok", attempts });
          }
        },
      },
    });
    expect(await ping()).toMatchObject({
      status: 200,
      body: {
        outcome: "delivered",
        attempt: { durationMs: 20, timingMs: { dns: 3, connect: 4, tls: 5, firstByte: 6 }, status: 200 },
        responseExcerpt: "ok",
      },
    });
    const again = await ping();
    expect(again.status).toBe(429);
    expect(again.headers.get("retry-after")).toBe("10");
    api.clock.advance(10_000);
    expect((await ping()).status).toBe(200);
  });

  it("is pending without a response in time, and is listed once there is one", async () => {
    const { status, body } = await ping();
    expect(status).toBe(202);
    expect(body).toEqual({ event: expect.stringMatching(/^evt_/), outcome: "pending" });
    const path = `/v1/subscriptions/${id}/deliveries/${body.event}`;
    expect((await api.call("GET", path)).status).toBe(404);
    const [message] = api.deliver.take() as DeliveryMessage[];
    await answered(message!, { state: "expired", attempts: [{ at: api.clock.now(), ms: 3, error: "tls" }] });
    const { items } = (await api.call("GET", path)).body;
    expect(items).toMatchObject([{ event: body.event, run: "ping", attempts: [{ error: "tls" }] }]);
  });

  it("is 404 for an unknown subscription, and is deleted with its subscription", async () => {
    await ping();
    const stored = () => api.tables.subscriptions.items.some(({ sk }) => sk === `ping#${id}`);
    expect(stored()).toBe(true);
    await api.call("DELETE", `/v1/subscriptions/${id}`);
    expect([stored(), (await ping()).status]).toEqual([false, 404]);
  });
});
