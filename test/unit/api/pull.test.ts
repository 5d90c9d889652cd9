import { beforeEach, describe, expect, it } from "vitest";
import { waitingPlaces } from "../../../shared/partners/waiting-requests.ts";
import { apiFixture, eventAt, messageTo } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let id: string;

beforeEach(async () => {
  api = apiFixture();
  id = (await api.call("POST", "/v1/subscriptions", { kind: "pull", eventTypes: ["*"], payload: "thin" })).body.id;
});

async function waiting(recordId: string) {
  const event = eventAt(api.clock.now() - 5_000, recordId);
  await api.events.put([event]);
  await api.backlog.add(messageTo(id, event.envelope.id), { due: api.clock.now() + 1_000_000 });
  return event;
}

describe("a pull subscription", () => {
  it("has no address and no request settings", async () => {
    expect((await api.call("GET", `/v1/subscriptions/${id}`)).body).toMatchObject({ kind: "pull", ordered: false });
    const { body } = await api.call("POST", "/v1/subscriptions", {
      ...{ kind: "pull", eventTypes: ["*"], url: "https://hooks.example.com", ordered: true },
      ...{ headers: { "x-a": "b" }, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", format: "cloudevents" },
    });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      ...["url", "ordered", "headers", "secret", "format"],
    ]);
    const push = await api.call("POST", "/v1/subscriptions", { eventTypes: ["*"] });
    expect(push.body.errors).toEqual([{ field: "url", message: "is required" }]);
  });

  it("has no secret to rotate, because nothing is signed for it", async () => {
    const made = await api.call("POST", "/v1/subscriptions", { kind: "pull", eventTypes: ["*"] });
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty("secret");
    expect(made.body.signingKeys).toEqual([]);
    expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain('"sealed"');
    const rotated = await api.call("POST", `/v1/subscriptions/${made.body.id}/secret`, {});
    expect([rotated.status, rotated.body.type]).toEqual([409, "urn:feedhook:problem:wrong-state"]);
    expect(rotated.body.detail).toContain("has no signing secret");
  });

  it("waits for a delivery exactly as long as requested", async () => {
    const begun = api.clock.now();
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll?wait=3`)).body.items).toEqual([]);
    expect(api.clock.now() - begun).toBe(3_000);
    let looks = 0;
    api.sleeper.sleep = async (ms) => {
      api.clock.advance(ms);
      looks += 1;
      if (looks === 2) await waiting("7");
    };
    const { body } = await api.call("GET", `/v1/subscriptions/${id}/poll?wait=20`);
    expect([body.items.length, looks]).toEqual([1, 2]);
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll?wait=21`)).body.errors[0].field).toBe("wait");
  });

  it("lets only a few requests of one partner wait, and responds to the others at once", async () => {
    let [waitingNow, most] = [0, 0];
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    api.sleeper.sleep = async (ms) => {
      waitingNow += 1;
      most = Math.max(most, waitingNow);
      await held;
      waitingNow -= 1;
      api.clock.advance(ms);
    };
    let answered = 0;
    const polls = Array.from({ length: 60 }, async () => {
      const { status, body } = await api.call("GET", `/v1/subscriptions/${id}/poll?wait=20`);
      answered += 1;
      if (answered === 60 - waitingPlaces.ofPartner) release(undefined);
      return [status, body.items];
    });
    expect(await Promise.all(polls)).toEqual(Array.from({ length: 60 }, () => [200, []]));
    expect(most).toBe(waitingPlaces.ofPartner);
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll?wait=1`)).status).toBe(200);
  });

  it("stays a pull subscription, and stays ordered", async () => {
    const patch = async (of: string, body: object) => (await api.call("PATCH", `/v1/subscriptions/${of}`, body)).body;
    expect((await patch(id, { kind: "push" })).errors).toMatchObject([{ field: "kind" }]);
    expect((await patch(id, { url: "https://hooks.example.com/" })).errors).toMatchObject([{ field: "url" }]);
    expect(await patch(id, { kind: "pull", baseline: true })).toMatchObject({ kind: "pull", baseline: true });
    const ordered = await api.subscribe({ ordered: true });
    expect((await patch(ordered, { ordered: false })).errors).toMatchObject([{ field: "ordered" }]);
    expect(await patch(ordered, { ordered: true, description: "x" })).toMatchObject({ ordered: true });
  });
});

describe("GET …/poll and POST …/ack", () => {
  it("leases waiting events until they are acknowledged, thin on request", async () => {
    const { envelope } = await waiting("7");
    const first = await api.call("GET", `/v1/subscriptions/${id}/poll?leaseSeconds=30`);
    const thin = Object.fromEntries(Object.entries(envelope).filter(([field]) => field !== "data"));
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.body.items).toEqual([
      { ackId: `${envelope.id}.0`, fetched: 1, leasedUntil: "2026-11-21T12:00:30.000Z", event: thin },
    ]);
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll`)).body.items).toEqual([]);
    api.clock.advance(30_000);
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll`)).body.items).toMatchObject([{ fetched: 2 }]);
    const ackIds = [`${envelope.id}.0`];
    expect((await api.call("POST", `/v1/subscriptions/${id}/ack`, { ackIds })).body).toEqual({ acknowledged: 1 });
    expect((await api.call("POST", `/v1/subscriptions/${id}/ack`, { ackIds })).body).toEqual({ acknowledged: 0 });
    const { body } = await api.call("GET", `/v1/subscriptions/${id}/deliveries`);
    expect(body.items).toMatchObject([{ event: envelope.id, state: "delivered" }]);
  });

  it("fetches at most as many as it can lease, and accepts an empty acknowledgement", async () => {
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll?limit=101`)).status).toBe(400);
    expect((await api.call("GET", `/v1/subscriptions/${id}/poll?leaseSeconds=0`)).status).toBe(400);
    expect((await api.call("POST", `/v1/subscriptions/${id}/ack`, { ackIds: [] })).status).toBe(400);
  });

  it("is refused for a push subscription", async () => {
    const { status, body } = await api.call("GET", `/v1/subscriptions/${await api.subscribe()}/poll`);
    expect([status, body.type]).toEqual([409, expect.stringMatching(/:wrong-state$/)]);
  });
});

it("POST …/deliveries/{event}/retry returns 404 if the subscription has no delivery of the event", async () => {
  const { envelope } = eventAt(api.clock.now(), "7");
  expect((await api.call("POST", `/v1/subscriptions/${id}/deliveries/${envelope.id}/retry`)).status).toBe(404);
  expect((await api.call("POST", `/v1/subscriptions/${id}/deliveries/nonsense/retry`)).status).toBe(404);
});
