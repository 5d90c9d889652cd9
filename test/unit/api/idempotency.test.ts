import { beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { around } from "../../support/around.ts";
import { apiFixture, eventAt, hook } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let partner: string;
let as: { authorization: string };
beforeEach(() => {
  api = apiFixture();
});
const input = { kind: "pull", eventTypes: ["*"] };
const create = (name: string, body: unknown = input, headers = {}) =>
  api.call("POST", "/v1/subscriptions", body, { "idempotency-key": name, ...headers });
const count = async () => (await api.call("GET", "/v1/subscriptions")).body.items.length;

describe("Idempotency-Key", () => {
  it("makes a repeated POST do nothing and return the first response, with its secret", async () => {
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

  it("refuses another request with the same key, and allows a refused one to be corrected", async () => {
    expect((await create("one", { kind: "pull", eventTypes: [] })).status).toBe(400);
    expect((await create("one")).status).toBe(201);
    const other = await create("one", { ...input, description: "another" });
    expect([other.status, other.body.type, other.body.detail]).toEqual([
      ...[422, "urn:feedhook:problem:idempotency-mismatch"],
      "This Idempotency-Key was used for another request. Use a new key for each request.",
    ]);
  });

  it("asks for a retry while the first request runs", async () => {
    const { subscriptions } = api.services;
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    around(subscriptions, "create", (original) => async (...given) => {
      asked.resolve(undefined);
      await held;
      return original(...given);
    });
    const first = create("one");
    await asked.promise;
    const meanwhile = await create("one");
    expect([meanwhile.status, meanwhile.headers.get("retry-after")]).toEqual([409, "2"]);
    release(undefined);
    expect((await first).status).toBe(201);
  });

  it("belongs to one API key, and must be valid", async () => {
    const { body } = await api.call("POST", "/v1/operator-keys", { name: "other", scopes: ["admin"] });
    await create("one");
    const other = await create("one", input, { authorization: `Bearer ${body.key}` });
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const wrong = await create("x".repeat(256));
    const error = { field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" };
    expect(wrong.body).toMatchObject({ status: 400, detail: "1 field is invalid.", errors: [error] });
  });

  it("has no effect on other methods", async () => {
    const { id } = (await create("one")).body;
    for (const headers of [{ "idempotency-key": "two" }, { "idempotency-key": "two" }]) {
      const changed = await api.call("PATCH", `/v1/subscriptions/${id}`, { description: "new" }, headers);
      expect([changed.status, changed.headers.get("idempotency-replayed")]).toEqual([200, null]);
    }
  });
});

describe("a request whose process ended before the response", () => {
  beforeEach(async () => {
    await api.registerInstance();
    const quotas = { subscriptions: 2, keys: 2 };
    ({ id: partner, as } = await api.addPartner({ instances: ["acme"], quotas }));
    await api.subscribe({}, as);
  });
  /** The answer of the first run, which the client doesn't get, and that of the repeat. */
  const twice = async (path: string, body: unknown, between: (first: string) => Promise<unknown> = async () => {}) => {
    const { idempotency } = api.services;
    const once = () => api.call("POST", path, body, { "idempotency-key": "one", ...as });
    const finish = idempotency.finish.bind(idempotency);
    idempotency.finish = async () => {
      throw new Error("the process ended");
    };
    const first = await once();
    idempotency.finish = finish;
    await between(first.body.id);
    expect((await once()).status).toBe(409);
    api.clock.advance(60_000);
    return [first, await once()] as const;
  };

  it.each([
    ["/v1/subscriptions", hook, "secret"],
    ["/v1/partners/$/keys", { name: "second", scopes: ["read"] }, "key"],
    ["/v1/partners/$/portal-links", {}, "token"],
  ])("gives %s the same id and secret, even at its quota", async (path, body, secret) => {
    const [first, repeat] = await twice(path.replace("$", partner), body);
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect([repeat.body.id, repeat.body[secret]]).toEqual([first.body.id, first.body[secret]]);
    const { items } = (await api.call("GET", path.replace("$", partner), undefined, as)).body;
    expect(items.filter(({ id }: { id: string }) => id === first.body.id)).toHaveLength(1);
    const fields = expect.objectContaining({ path: path.replace("$", partner), partner });
    expect(api.logger.lines).toContainEqual({ level: "error", event: "api.answer_not_kept", fields });
  });

  it("rotates a secret once, even a supplied one", async () => {
    const [{ id }] = (await api.call("GET", "/v1/subscriptions", undefined, as)).body.items;
    const own = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const [first, repeat] = await twice(`/v1/subscriptions/${id}/secret`, { overlapSeconds: 3_600, secret: own });
    expect([first.status, repeat.status, repeat.body.secret]).toEqual([200, 200, own]);
    const stored = await api.services.subscriptions.find(partner, id);
    expect(stored?.secrets).toHaveLength(2);
  });
});

describe("a saved response", () => {
  beforeEach(async () => {
    await api.registerInstance();
    ({ id: partner, as } = await api.addPartner({ instances: ["acme"] }));
  });
  const once = (path: string, body?: unknown, headers: Record<string, string> = as) =>
    api.call("POST", path, body, { "idempotency-key": "one", ...headers });
  const keptAnswers = () => api.tables.deliveries.items.filter(({ pk }) => pk === `idempotency#${partner}`);
  const isDone = ({ status, body }: Awaited<ReturnType<typeof once>>) => {
    expect([status, body.type, body.detail]).toEqual([
      ...[409, "urn:feedhook:problem:wrong-state"],
      "This request already succeeded, but its response can't be returned again. Retrieve the resource that it created, if it still exists.",
    ]);
  };

  it("doesn't exist for reads, so it can't return erased or withdrawn events", async () => {
    const event = eventAt(api.clock.now() - 60_000);
    await api.events.put([event]);
    const asked = { filter: { data: { firstName: ["Other"] } }, instance: "acme", event: event.envelope.id };
    const first = await once("/v1/filters/test", asked);
    expect(first.text).toContain("Kari");
    expect(keptAnswers()).toEqual([]);
    for (const { pk, sk } of api.tables.events.items) await api.tables.events.remove({ pk, sk });
    const erased = await once("/v1/filters/test", asked);
    expect([erased.status, erased.text.includes("Kari")]).toEqual([404, false]);
    await api.events.put([event]);
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: [] });
    const revoked = await once("/v1/filters/test", asked);
    expect([revoked.status, revoked.text.includes("Kari")]).toEqual([404, false]);
  });

  it("is returned only while its object exists", async () => {
    const made = await once("/v1/subscriptions", hook);
    const { id, secret } = made.body;
    expect((await once("/v1/subscriptions", hook)).body.secret).toBe(secret);
    const rotate = () =>
      once(`/v1/subscriptions/${id}/secret`, { overlapSeconds: 0 }, { ...as, "idempotency-key": "two" });
    expect((await rotate()).status).toBe(200);
    await api.call("DELETE", `/v1/subscriptions/${id}`, undefined, as);
    isDone(await once("/v1/subscriptions", hook));
    isDone(await rotate());
    expect((await api.call("GET", "/v1/subscriptions", undefined, as)).body.items).toEqual([]);
    const ofOperator = { name: "other", scopes: ["read"] };
    const { key } = (await once("/v1/operator-keys", ofOperator, { "idempotency-key": "three" })).body;
    expect((await once("/v1/operator-keys", ofOperator, { "idempotency-key": "three" })).body.key).toBe(key);
    const created = await once("/v1/partners", { name: "Other" }, {});
    expect((await once("/v1/partners", { name: "Other" }, {})).body.id).toBe(created.body.id);
    await api.call("DELETE", `/v1/partners/${created.body.id}?confirm=${created.body.id}`);
    isDone(await once("/v1/partners", { name: "Other" }, {}));
  });

  it("is returned only while the caller has the same instances", async () => {
    const id = await api.subscribe({}, as);
    const event = eventAt(api.clock.now() - 60_000);
    await api.events.put([event]);
    const first = await once(`/v1/subscriptions/${id}/replays`, {});
    expect(first.text).toContain(event.envelope.id);
    expect((await once(`/v1/subscriptions/${id}/replays`, {})).text).toBe(first.text);
    await api.call("PATCH", `/v1/partners/${partner}`, { instances: [] });
    isDone(await once(`/v1/subscriptions/${id}/replays`, {}));
  });

  it("is at most 8 KB; a request with a larger one still runs once", async () => {
    const wide = { subject: { id: ["\u{6f22}".repeat(3_900)] } };
    const input = { ...hook, filter: wide };
    const made = await once("/v1/subscriptions", input);
    expect([made.status, Buffer.byteLength(made.text) > 8_192]).toEqual([201, true]);
    expect(JSON.stringify(keptAnswers()).length).toBeLessThan(1_000);
    isDone(await once("/v1/subscriptions", input));
    expect((await api.call("GET", "/v1/subscriptions", undefined, as)).body.items).toHaveLength(1);
  });

  it("counts towards 16 MB per partner and day; later requests run once, without a saved response", async () => {
    const { idempotency } = api.services;
    const answer = { status: 201, body: "x".repeat(8_000), headers: {} };
    let kept = 0;
    for (let at = 0; at < 2_200; at += 1) {
      const given = { partner, key: `key_${at % 3}`, name: String(at), request: "r", access: "a" };
      expect(await idempotency.begin(given)).toMatchObject({ outcome: "ok" });
      await idempotency.finish(given, answer);
      const { outcome } = await idempotency.begin(given);
      if (outcome === "repeat") kept += 1;
      else expect([at, outcome]).toEqual([at, "done"]);
    }
    expect(kept).toBeGreaterThan(2_000);
    expect(kept * 8_000).toBeLessThan(16 * 1_024 * 1_024);
    api.clock.advance(86_400_000);
    const given = { partner, key: "key_0", name: "next day", request: "r", access: "a" };
    await idempotency.begin(given);
    await idempotency.finish(given, answer);
    expect((await idempotency.begin(given)).outcome).toBe("repeat");
  });

  it("from the last release is read; one without a response looks busy to that release, not unfinished", async () => {
    const input = { kind: "pull", eventTypes: ["*"] };
    const made = await once("/v1/subscriptions", input);
    const [{ access, ...rest }] = keptAnswers() as [Item];
    expect(access).toBeTypeOf("string");
    await api.tables.deliveries.put([{ item: rest }]);
    expect((await once("/v1/subscriptions", input)).text).toBe(made.text);
    const given = { partner, key: "key_1", name: "large", request: "r", access: "a" };
    await api.services.idempotency.begin(given);
    await api.services.idempotency.finish(given, { status: 201, body: "x".repeat(9_000), headers: {} });
    const large = keptAnswers().find(({ sk }) => sk !== rest.sk);
    expect(Number(large?.["busyUntil"])).toBeGreaterThan(api.clock.now() + 86_000_000);
  });

  it("is no change, and isn't audited as one", async () => {
    await once("/v1/subscriptions", { kind: "pull", eventTypes: ["*"] });
    await once("/v1/subscriptions", { kind: "pull", eventTypes: ["*"] });
    const { items } = (await api.call("GET", "/v1/audit", undefined, as)).body;
    const operations = items.map(({ operation }: { operation: string }) => operation);
    expect(operations.filter((one: string) => one === "createSubscription")).toHaveLength(1);
  });
});
