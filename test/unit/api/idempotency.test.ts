import { beforeEach, describe, expect, it } from "vitest";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});
const input = { kind: "pull", eventTypes: ["*"] };
const create = (name: string, body: unknown = input, headers = {}) =>
  api.call("POST", "/v1/subscriptions", body, { "idempotency-key": name, ...headers });
const count = async () => (await api.call("GET", "/v1/subscriptions")).body.items.length;

describe("Idempotency-Key", () => {
  it("makes a repeated POST do nothing and answer as the first time, secret included", async () => {
    const first = await create("one");
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const again = await create("one");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await count()).toBe(1);
    expect(JSON.stringify(api.tables.deliveries.items)).not.toContain(first.body.secret);
    await create("two");
    expect(await count()).toBe(2);
  });

  it("refuses another request of the same name, and lets a refused one be corrected", async () => {
    expect((await create("one", { kind: "pull", eventTypes: [] })).status).toBe(400);
    expect((await create("one")).status).toBe(201);
    const other = await create("one", { ...input, description: "another" });
    expect([other.status, other.body.type]).toEqual([422, "urn:feedhook:problem:idempotency-mismatch"]);
  });

  it("says to come back while the first is under way, and does it again once that one has died", async () => {
    const { subscriptions } = api.services;
    const original = subscriptions.create.bind(subscriptions);
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    subscriptions.create = async (...given) => {
      asked.resolve(undefined);
      await held;
      return original(...given);
    };
    const first = create("one");
    await asked.promise;
    const meanwhile = await create("one");
    expect([meanwhile.status, meanwhile.headers.get("retry-after")]).toEqual([409, "2"]);
    release(undefined);
    expect((await first).status).toBe(201);
    await api.services.idempotency.begin({ partner: "prt_operator", key: "environment", name: "dead", request: "x" });
    api.clock.advance(60_000);
    const begun = { partner: "prt_operator", key: "environment", name: "dead", request: "x" };
    expect(await api.services.idempotency.begin(begun)).toEqual({ outcome: "first" });
    expect(await api.services.idempotency.begin(begun)).toEqual({ outcome: "busy" });
  });

  it("is each API key's own, and must be one", async () => {
    const { body } = await api.call("POST", "/v1/operator-keys", { name: "other", scopes: ["admin"] });
    await create("one");
    const other = await create("one", input, { authorization: `Bearer ${body.key}` });
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const wrong = await create("x".repeat(256));
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "idempotency-key"]);
  });
});
