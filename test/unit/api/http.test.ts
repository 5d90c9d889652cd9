import { beforeEach, describe, expect, it } from "vitest";
import { ContentionError, EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { apiFixture, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});
const problemOf = (name: string) => `urn:feedhook:problem:${name}`;

describe("the API key", () => {
  it.each([
    undefined,
    "",
    operatorKey,
    `Basic ${operatorKey}`,
    "Bearer",
    "Bearer wrong",
    `Bearer ${operatorKey}x`,
    `Bearer x ${operatorKey}`,
    `Bearer ${operatorKey} x`,
    `x Bearer ${operatorKey}`,
  ])("authorization %j is refused with a challenge", async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await api.app.request("/v1/subscriptions", { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="feedhook"');
    expect(JSON.parse(await answer.text()).type).toBe(problemOf("unauthorized"));
  });

  it("follows any number of spaces, and a scheme in any case", async () => {
    expect((await api.call("GET", "/v1/me", undefined, { authorization: `bearer   ${operatorKey}` })).status).toBe(200);
  });

  it("is required before a path is judged", async () => {
    expect((await api.app.request("/v1/nothing")).status).toBe(401);
    expect((await api.app.request("/v1/subscriptions", { method: "POST", body: "{" })).status).toBe(401);
  });

  it("matches no setting that isn't a digest", async () => {
    const { createApi } = await import("../../../shared/api/create-api.ts");
    const { Authenticator } = await import("../../../shared/partners/authenticator.ts");
    const authenticator = new Authenticator({ ...api.services, operatorKeyHash: "" });
    const open = createApi({ ...api.services, authenticator });
    const headers = { authorization: "Bearer x" };
    expect((await open.request("/v1/subscriptions", { headers })).status).toBe(401);
  });
});

describe("an invalid request", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "content type %j is 415",
    async (type) => {
      const { status, body } = await api.call("POST", "/v1/subscriptions", "{}", { "content-type": type });
      expect([status, body.type]).toEqual([415, problemOf("unsupported-media-type")]);
    },
  );

  it.each(["application/json; charset=utf-8", "application/merge-patch+json"])(
    "content type %s is JSON",
    async (type) => {
      const { status } = await api.call("PATCH", "/v1/subscriptions/sub_none", "{}", { "content-type": type });
      expect(status).toBe(404);
    },
  );

  it.each(["{", "", "nonsense", '{"url":'])("body %j is malformed JSON", async (text) => {
    const { status, body } = await api.call("POST", "/v1/subscriptions", text);
    expect([status, body.type]).toEqual([400, problemOf("malformed-json")]);
  });

  it.each(["null", "[]", '"x"', "1"])("body %s isn't an object", async (text) => {
    const { status, body } = await api.call("POST", "/v1/subscriptions", text);
    expect([status, body.type]).toEqual([400, problemOf("invalid-request")]);
  });

  it("above 256 KB is 413, with or without a Content-Length", async () => {
    const big = JSON.stringify({ description: "x".repeat(256 * 1_024) });
    expect((await api.call("POST", "/v1/subscriptions", big)).status).toBe(413);
    const headers = { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" };
    const stream = new Response(big).body!;
    const answer = await api.app.request("/v1/subscriptions", {
      method: "POST",
      headers,
      body: stream,
      duplex: "half",
    });
    expect([answer.status, JSON.parse(await answer.text()).type]).toEqual([413, problemOf("body-too-large")]);
  });

  it("with an unexpected body is refused, and does nothing", async () => {
    const { id } = (await api.call("POST", "/v1/partners", { name: "Acme CRM" })).body;
    const { status, body } = await api.call("POST", `/v1/partners/${id}/suspend`, { status: "suspended" });
    expect([status, body.errors]).toEqual([400, [{ field: "body", message: expect.any(String) }]]);
    expect((await api.services.partners.find(id))?.status).toBe("active");
  });

  it("to an unknown path is 404, and with the wrong method 405 with the allowed ones", async () => {
    expect((await api.call("GET", "/v1/nothing")).body.type).toBe(problemOf("not-found"));
    expect((await api.call("GET", "/nothing")).headers.get("content-type")).toBe("application/problem+json");
    const { status, headers, body } = await api.call("DELETE", "/v1/subscriptions");
    expect([status, body.type]).toEqual([405, problemOf("method-not-allowed")]);
    expect(headers.get("allow")).toBe("GET, HEAD, POST");
  });

  it("with a key that would change prototypes is refused", async () => {
    const text = '{"url":"https://hooks.example.com/","eventTypes":["*"],"__proto__":{"status":"disabled"}}';
    const { status, body } = await api.call("POST", "/v1/subscriptions", text);
    if (status === 201) expect(body.status).toBe("active");
    else expect(body.errors[0].field).toBe("__proto__");
  });

  it("with a header of such a name is refused, because the header would be lost", async () => {
    const text = '{"url":"https://hooks.example.com/","eventTypes":["*"],"headers":{"__proto__":"x","x-a":"y"}}';
    const { status, body } = await api.call("POST", "/v1/subscriptions", text);
    expect([status, body.errors?.[0]?.field]).toEqual([400, "headers"]);
  });
});

const none = "0".repeat(26);

it.each([
  ["GET", "/v1/me", "without a key", 401, "Send the Authorization: Bearer <key> header."],
  ["GET", "/v1/me", "wrong", 401, "This API key isn't valid. Check that it is complete and hasn't expired."],
  ["GET", "/v1/me", "suspended", 403, "This partner is suspended. Contact the operator."],
  ["POST", "/v1/subscriptions", "reader's", 403, "This operation requires a key with the manage scope."],
  ["GET", "/v1/status", "reader's", 404, "No operation has this path. GET /v1/openapi.json lists all operations."],
  ["GET", `/v1/subscriptions/sub_${none}`, "reader's", 404, "This subscription doesn't exist."],
  ["GET", "/v1/subscriptions/sub", "reader's", 404, "This subscription doesn't exist."],
  ["GET", `/v1/partners/prt_${none}`, "operator's", 404, "This partner doesn't exist."],
  ["GET", "/v1/partners/prt", "operator's", 404, "This partner doesn't exist."],
  ["GET", "/v1/partners/$", "reader's", 404, "This partner doesn't exist."],
  ["GET", "/v1/explain?instance=acme&subject=person/7", "reader's", 404, "This instance doesn't exist."],
  ["GET", "/v1/explain?instance=acme&subject=person/7", "operator's", 404, "This instance doesn't exist."],
] as const)("a refusal of %s %s with key %s gives the reason", async (method, path, whose, status, detail) => {
  const [reader, suspended] = [await api.addPartner({}, ["read"]), await api.addPartner()];
  await api.call("POST", `/v1/partners/${suspended.id}/suspend`);
  const keys = { wrong: "wrong", "reader's": reader.key, suspended: suspended.key, "operator's": operatorKey };
  const authorization = whose === "without a key" ? "" : `Bearer ${keys[whose]}`;
  const answer = await api.call(method, path.replace("$", suspended.id), undefined, { authorization });
  expect([answer.status, answer.body.detail]).toEqual([status, detail]);
});

describe("an internal fault", () => {
  const failing = (error: Error) => {
    api.services.subscriptions.list = () => Promise.reject(error);
    return api.call("GET", "/v1/subscriptions");
  };

  it("is hidden from the caller and logged whole", async () => {
    const { status, body, text } = await failing(new Error("table at 10.0.0.7 is on fire"));
    expect([status, body.type]).toEqual([500, problemOf("internal")]);
    expect(text).not.toContain("fire");
    expect(api.logger.lines).toEqual([
      {
        level: "error",
        event: "api.failed",
        fields: expect.objectContaining({ path: "/v1/subscriptions", method: "GET" }),
      },
    ]);
  });

  it.each([
    [new EngineUnavailableError("throttled"), 503, "unavailable"],
    [new ContentionError("others"), 409, "conflict"],
  ])("%o says when to retry", async (error, status, name) => {
    const answer = await failing(error);
    expect([answer.status, answer.body.type, answer.headers.get("retry-after")]).toEqual([
      status,
      problemOf(name),
      "5",
    ]);
  });
});

it("responses aren't sniffed or cached by others", async () => {
  const { headers } = await api.call("GET", "/v1/subscriptions");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, no-cache");
});
