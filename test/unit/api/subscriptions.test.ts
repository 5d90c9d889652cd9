import { beforeEach, describe, expect, it, vi } from "vitest";
import { subscriptionInput } from "../../../shared/api/subscriptions/subscription-schemas.ts";
import { apiFixture } from "./api-fixture.ts";

const input = { url: "https://hooks.example.com/in", eventTypes: ["person.*"] };
let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});

function nested(depth: number): object {
  return depth === 0 ? { a: ["x"] } : { a: nested(depth - 1) };
}

describe("POST /v1/subscriptions", () => {
  it("returns 201 with the location, the id and, only now, the secret", async () => {
    const { status, headers, body } = await api.call("POST", "/v1/subscriptions", input);
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/v1/subscriptions/${body.id}`);
    expect(body).toEqual({
      ...input,
      id: expect.stringMatching(/^sub_[0-9A-Z]{26}$/),
      kind: "push",
      ordered: false,
      baseline: false,
      status: "active",
      format: "envelope",
      payload: "full",
      headerNames: [],
      signingKeys: [{ createdAt: "2026-11-21T12:00:00.000Z" }],
      createdAt: "2026-11-21T12:00:00.000Z",
      updatedAt: "2026-11-21T12:00:00.000Z",
      secret: expect.stringMatching(/^whsec_/),
    });
  });

  it("stores and shows the normalised address", async () => {
    const { body } = await api.call("POST", "/v1/subscriptions", { ...input, url: "HTTPS://Hooks.Example.com:443" });
    expect(body.url).toBe("https://hooks.example.com/");
  });

  it("accepts the caller's own secret", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect((await api.call("POST", "/v1/subscriptions", { ...input, secret })).body.secret).toBe(secret);
  });

  it("never shows the secret again, logs it or stores it in clear", async () => {
    const { body } = await api.call("POST", "/v1/subscriptions", input);
    const later = [
      await api.call("GET", `/v1/subscriptions/${body.id}`),
      await api.call("GET", "/v1/subscriptions"),
      await api.call("PATCH", `/v1/subscriptions/${body.id}`, { description: "x" }),
    ];
    const core = body.secret.slice(6, 40);
    for (const { text } of later) {
      expect(text).not.toContain("secret");
      expect(text).not.toContain(core);
    }
    expect(JSON.stringify(api.tables.subscriptions.items)).not.toContain(core);
    expect(JSON.stringify(api.logger.lines)).not.toContain(core);
  });

  const refusals: readonly [what: string, change: Record<string, unknown>, field: string, message: string][] = [
    ["a private address", { url: "https://10.0.0.1/" }, "url", "isn't an allowed destination"],
    ["plain http", { url: "http://hooks.example.com/" }, "url", "must be an https URL"],
    ["no types", { eventTypes: [] }, "eventTypes", "must have at least 1 item"],
    [
      "a mistyped type",
      { eventTypes: ["person.updatd"] },
      "eventTypes.0",
      "is not in the catalogue (GET /v1/event-types)",
    ],
    ["a missing address", { url: undefined }, "url", "is required"],
    ["an unknown field", { urll: "https://x.example/" }, "urll", "is an unknown field"],
    ["a wrong kind", { baseline: "yes" }, "baseline", "must be of type boolean"],
    ["an unknown payload", { payload: "fat" }, "payload", "must be one of full, thin"],
    ["a long timeout", { timeoutSeconds: 90 }, "timeoutSeconds", "must be at most 30"],
    ["a broken filter", { filter: { a: [{ foo: 1 }] } }, "filter.a.0.foo", "isn't an operator of event patterns"],
    [
      "a filter nested too deep",
      { filter: nested(40) },
      `filter.${"a.".repeat(17).slice(0, -1)}`,
      "must not be nested deeper than 16 levels",
    ],
    ["an empty filter", { filter: {} }, "filter", "must not be an empty object, which matches nothing"],
    ["an unknown instance", { instances: ["nowhere"] }, "instances.0", "must be a registered instance"],
    ["a short secret", { secret: "whsec_c2hvcnQ=" }, "secret", "must be whsec_ followed by 24 to 64 bytes in base64"],
    ["a long description", { description: "x".repeat(257) }, "description", "must have at most 256 characters"],
  ];
  it.each(refusals)("refuses %s, naming the field", async (_what, change, field, message) => {
    const { status, headers, body } = await api.call("POST", "/v1/subscriptions", { ...input, ...change });
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toMatchObject({ type: "urn:feedhook:problem:invalid-request", instance: "/v1/subscriptions" });
    expect(body.errors).toEqual([{ field, message }]);
  });

  it("never repeats a value in an error", async () => {
    const marked = {
      url: "https://MARK:MARK@10.0.0.1/",
      eventTypes: ["MARK"],
      filter: { a: [{ prefix: ["MARK"] }] },
      secret: "MARK",
    };
    for (const body of [marked, { ...input, ...marked, eventTypes: ["person.*"] }]) {
      const { status, text } = await api.call("POST", "/v1/subscriptions", body);
      expect(status).toBe(400);
      expect(text).not.toContain("MARK");
    }
  });

  it("accepts local addresses only if they are allowed", async () => {
    const local = { ...input, url: "http://127.0.0.1:9000/hook" };
    expect((await api.call("POST", "/v1/subscriptions", local)).status).toBe(400);
    const open = apiFixture({ allowInsecureEndpoints: true });
    expect((await open.call("POST", "/v1/subscriptions", local)).status).toBe(201);
  });
});

it("GET /v1/subscriptions returns 304 while nothing has changed", async () => {
  const first = await api.call("GET", "/v1/subscriptions");
  const etag = first.headers.get("etag") ?? "";
  expect((await api.call("GET", "/v1/subscriptions", undefined, { "if-none-match": etag })).status).toBe(304);
  await api.call("POST", "/v1/subscriptions", input);
  expect((await api.call("GET", "/v1/subscriptions", undefined, { "if-none-match": etag })).status).toBe(200);
});

describe("PATCH /v1/subscriptions/{id}", () => {
  const create = async (more: Record<string, unknown> = {}) =>
    (await api.call("POST", "/v1/subscriptions", { ...input, description: "CRM", ...more })).body.id;

  it("changes the named fields, keeps the rest, and null removes", async () => {
    const id = await create({ filter: { a: ["x"] } });
    const { status, body } = await api.call("PATCH", `/v1/subscriptions/${id}`, { baseline: true, filter: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...input, baseline: true, description: "CRM" });
    expect(body).not.toHaveProperty("filter");
  });

  it("accepts a filter's patch of four filters' length, and refuses a longer one before it is merged", async () => {
    const id = await create({ filter: { a: ["x"] } });
    // `{"":null}` has 9 characters.
    const patchOf = (length: number) => ({ filter: { ["k".repeat(length - 9)]: null } });
    const path = `/v1/subscriptions/${id}`;
    expect(await api.call("PATCH", path, patchOf(16_384))).toMatchObject({
      status: 200,
      body: { filter: { a: ["x"] } },
    });
    expect(await api.call("PATCH", path, patchOf(16_385))).toMatchObject({
      status: 400,
      body: { errors: [{ field: "filter", message: "must have at most 16384 characters" }] },
    });
  });

  it("keeps every setting that it doesn't name", async () => {
    await api.registerInstance();
    const all = {
      ...{ kind: "push", ordered: true, url: "https://hooks.example.com/in", eventTypes: ["person.*"] },
      ...{
        instances: ["acme"],
        filter: { data: { a: ["x"] } },
        baseline: true,
        description: "CRM",
        status: "disabled",
      },
      ...{ format: "cloudevents", payload: "thin", timeoutSeconds: 20, maxConcurrency: 3, ratePerSecond: 7 },
    };
    const given = {
      ...all,
      headers: { "x-key": "v" },
      signing: "hmac",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    };
    // Webhooks have no destination.
    expect([...Object.keys(given), "destination"].toSorted()).toEqual(Object.keys(subscriptionInput.shape).toSorted());
    const { body } = await api.call("POST", "/v1/subscriptions", given);
    const [before] = (await api.call("GET", "/v1/subscriptions")).body.items;
    const path = `/v1/subscriptions/${body.id}`;
    for (const [name, value] of Object.entries(all)) {
      expect((await api.call("PATCH", path, { [name]: value })).body).toEqual({ ...before, endpoint: undefined });
    }
  });

  it("merges a filter member by member, as RFC 7396 says, and validates the result", async () => {
    const id = await create({ filter: { owner: { type: ["Room"], id: ["7"] }, instance: ["acme"] } });
    const path = `/v1/subscriptions/${id}`;
    const changed = { owner: { type: ["Project"], id: null }, instance: null, baseline: [true] };
    const { status, body } = await api.call("PATCH", path, { filter: changed });
    expect([status, body.filter]).toEqual([200, { owner: { type: ["Project"] }, baseline: [true] }]);
    expect((await api.call("PATCH", path, { filter: {} })).body.filter).toEqual(body.filter);
    const refused = await api.call("PATCH", path, { filter: { owner: { type: null } } });
    expect(refused.body.errors).toEqual([
      { field: "filter.owner", message: "must not be an empty object, which matches nothing" },
    ]);
    expect((await api.call("GET", path)).body.filter).toEqual(body.filter);
  });

  it("validates a new address like a first one", async () => {
    const id = await create();
    const { status, body } = await api.call("PATCH", `/v1/subscriptions/${id}`, { url: "https://169.254.169.254/" });
    expect([status, body.errors[0].message]).toEqual([400, "isn't an allowed destination"]);
    expect((await api.call("GET", `/v1/subscriptions/${id}`)).body.url).toBe(input.url);
  });

  it("keeps the reason of an endpoint that disabled itself", async () => {
    const id = await create();
    await api.services.subscriptions.disable("prt_operator", id, "gone");
    const { body } = await api.call("PATCH", `/v1/subscriptions/${id}`, { status: "disabled" });
    expect(body.disabledReason).toBe("gone");
  });

  it("doesn't change a secret or an id", async () => {
    const id = await create();
    const { status, body } = await api.call("PATCH", `/v1/subscriptions/${id}`, { id: "sub_x", secret: "whsec_x" });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(["id", "secret"]);
  });
});

it.each(["x".repeat(2_000), "sub_1", "%00", "..%2fdatakey", "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB%23x"])(
  "an unknown subscription id is 404 whatever it looks like, and never reaches a table (%#)",
  async (id) => {
    const reads = vi.spyOn(api.tables.subscriptions, "get");
    for (const [method, path, body] of [
      ["GET", id],
      ["PATCH", id, {}],
      ["DELETE", id],
      ["GET", `${id}/deliveries`],
    ] as const) {
      const answer = await api.call(method, `/v1/subscriptions/${path}`, body);
      expect([method, answer.status, answer.body.type]).toEqual([method, 404, "urn:feedhook:problem:not-found"]);
    }
    expect(reads).not.toHaveBeenCalled();
  },
);

it("DELETE /v1/subscriptions/{id} returns 204, and 404 from then on", async () => {
  const { id } = (await api.call("POST", "/v1/subscriptions", input)).body;
  const path = `/v1/subscriptions/${id}`;
  expect((await api.call("DELETE", path)).status).toBe(204);
  for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", {}]] as const) {
    const answer = await api.call(method, path, body);
    expect([answer.status, answer.body.type]).toEqual([404, "urn:feedhook:problem:not-found"]);
  }
  expect((await api.call("GET", `${path}/deliveries`)).status).toBe(404);
});

describe("headers added by patches", () => {
  const headers = (from: number, count: number, bytes = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-own-${from + n}`, "v".repeat(bytes)]));

  const patched = async (before: object, patch: object) => {
    const api = apiFixture();
    const made = await api.call("POST", "/v1/subscriptions", { ...input, headers: before });
    const { status, body } = await api.call("PATCH", `/v1/subscriptions/${made.body.id}`, { headers: patch });
    const read = await api.call("GET", `/v1/subscriptions/${made.body.id}`);
    return { status, errors: body.errors, names: read.body.headerNames.length };
  };

  it("are at most 20 with the existing ones", async () => {
    const errors = [{ field: "headers", message: "must have at most 20 entries" }];
    expect(await patched(headers(0, 20), headers(20, 20))).toEqual({ status: 400, errors, names: 20 });
    expect(await patched(headers(0, 20), headers(19, 2))).toEqual({ status: 400, errors, names: 20 });
    expect(await patched(headers(0, 20), { ...headers(20, 1), "X-Own-0": null })).toMatchObject({
      status: 200,
      names: 20,
    });
  });

  it("have at most 4,096 bytes with the existing ones", async () => {
    const errors = [{ field: "headers", message: "must have at most 4096 bytes of names and values" }];
    // Each name has seven bytes.
    expect(await patched(headers(0, 1, 4_000), headers(1, 1, 83))).toEqual({ status: 400, errors, names: 1 });
    expect(await patched(headers(0, 1, 4_000), headers(1, 1, 82))).toMatchObject({ status: 200, names: 2 });
  });
});
