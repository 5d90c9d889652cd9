import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createApiHandler } from "../../../functions/api.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { httpApiEvent } from "../../support/http-api-event.ts";
import { memoryEngine } from "../../support/memory-engine.ts";
import { noRedrive } from "../../support/no-redrive.ts";

const key = "b3c3e39c8d643bd6665e17aa382748a958baf4d016778bac6c87469e33522196";
const operatorKeyHash = createHash("sha256").update(key).digest("hex");

/** The handler over an engine whose tables are in memory. */
function opened(engine = memoryEngine({ settings: { operatorKeyHash } })) {
  return { engine, handler: createApiHandler(engine, { probe, redrive: noRedrive }) };
}

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", host: "api.example.com" };

const deliver = { ready: 3, delayed: 0, inFlight: 1, dead: 0 };
const probe: StatusProbe = {
  queueDepths: async () => ({ deliver }),
  deliveriesByState: async () => undefined,
};

const gatewayAnswer = z.object({ statusCode: z.int(), body: z.string() });
const refusedAnswer = gatewayAnswer.extend({
  statusCode: z.literal(429),
  headers: z.record(z.string(), z.string()),
});
const compressedAnswer = gatewayAnswer.extend({
  isBase64Encoded: z.literal(true),
  headers: z.record(z.string(), z.string()),
});

type ApiHandler = ReturnType<typeof createApiHandler>;

async function call(handler: ApiHandler, method: string, target: string, body?: unknown) {
  const event = httpApiEvent({ method, target, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  return gatewayAnswer.parse(await handler(event));
}

/** Calls the handler as API Gateway's REST API does (payload format 1.0): the path stays as the client sent it. */
async function callRestApi(handler: ApiHandler, httpMethod: string, path: string) {
  return gatewayAnswer.parse(await handler(restApiEvent(httpMethod, path, headers)));
}

function restApiEvent(httpMethod: string, path: string, sent: Record<string, string>) {
  const identity = { sourceIp: "192.0.2.1" };
  const requestContext = { accountId: "1", apiId: "a", httpMethod, path, requestId: "r", stage: "live", identity };
  const event = { version: "1.0", httpMethod, path, headers: sent, body: null, isBase64Encoded: false, requestContext };
  return event as never;
}

describe("the API's Lambda handler", () => {
  it("speaks API Gateway's HTTP API, and keeps its services between calls", async () => {
    const { handler } = opened();
    const subscription = { url: "https://hooks.example.com/in", eventTypes: ["*"] };
    const created = await call(handler, "POST", "/v1/subscriptions", subscription);
    expect(created.statusCode).toBe(201);
    const listed = await call(handler, "GET", "/v1/subscriptions");
    expect(JSON.parse(listed.body).items).toHaveLength(1);
  });

  it("returns queue depths without deliveries, which aren't counted", async () => {
    const { handler } = opened();
    const status = await call(handler, "GET", "/v1/status");
    expect(Object.keys(JSON.parse(status.body))).toEqual([
      ...["at", "version", "instances", "needsAttention", "failingEndpoints", "queues"],
    ]);
    expect(JSON.parse(status.body).queues).toEqual({ deliver });
  });

  it("accepts ids with any characters except a slash or a question mark, behind either kind of API", async () => {
    const { engine, handler } = opened();
    const ids = ["k2Jm", "100%", "%23", "a b+c&d=e;f", "Ærlig 🦊", "..", "a\\b\tc", "*:{}[]"];
    const feeds = ids.map((id) => ownerFeed("acme", { type: "Company", id }));
    await new FeedStore(engine.table("feeds")).putIfAbsent(feeds);
    for (const { feedId } of feeds) {
      const path = `/v1/feeds/${encodeURIComponent(feedId)}`;
      const read = await call(handler, "GET", path);
      expect([read.statusCode, JSON.parse(read.body).id]).toEqual([200, feedId]);
      const paused = await call(handler, "POST", `${path}/pause`);
      expect([paused.statusCode, JSON.parse(paused.body).status]).toEqual([200, "paused"]);
      const restApi = await callRestApi(handler, "POST", `${path}/resume`);
      expect([restApi.statusCode, JSON.parse(restApi.body).id]).toEqual([200, feedId]);
    }
  });

  it.each(["br", "gzip"])("gives a document in %s to either kind of API, which decodes base64", async (encoding) => {
    const { handler } = opened();
    const target = "/v1/openapi.json";
    const sent = { host: "api.example.com", "accept-encoding": encoding };
    const plain = await call(handler, "GET", target);
    for (const event of [httpApiEvent({ method: "GET", target, headers: sent }), restApiEvent("GET", target, sent)]) {
      const answer = compressedAnswer.parse(await handler(event));
      expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, encoding]);
      expect(answer.headers["vary"]).toBe("accept-encoding");
      const bytes = Buffer.from(answer.body, "base64");
      expect((encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(plain.body);
      const again = { ...sent, "if-none-match": answer.headers["etag"] ?? "" };
      const unchanged = gatewayAnswer.parse(await handler(httpApiEvent({ method: "GET", target, headers: again })));
      expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    }
  });

  it("counts requests without a key by the address that either kind of API saw", async () => {
    const { handler } = opened();
    const target = "/v1/subscriptions";
    const sent = (n: number) => ({ host: "api.example.com", "x-forwarded-for": `198.51.100.${n % 250}` });
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) {
      const event =
        n % 2 === 0 ? httpApiEvent({ method: "GET", target, headers: sent(n) }) : restApiEvent("GET", target, sent(n));
      statuses.push(gatewayAnswer.parse(await handler(event)).statusCode);
    }
    expect(new Set(statuses.slice(0, 600))).toEqual(new Set([401]));
    expect(statuses.at(-1)).toBe(429);
    const event = httpApiEvent({ method: "GET", target, headers: sent(0) });
    const refused = refusedAnswer.parse(await handler(event));
    expect(refused.headers["retry-after"]).toBe("1");
    const http = { ...event.requestContext.http, sourceIp: "192.0.2.2" };
    const other = { ...event, requestContext: { ...event.requestContext, http } };
    expect(gatewayAnswer.parse(await handler(other)).statusCode).toBe(401);
  });

  it("keeps the query of a request whose path holds a #", async () => {
    const { handler } = opened();
    const read = await call(handler, "GET", "/v1/events/evt_%23?instance=%23");
    expect([read.statusCode, JSON.parse(read.body).instance]).toEqual([400, "/v1/events/evt_%23"]);
    expect(JSON.parse(read.body).errors).toEqual([expect.objectContaining({ field: "instance" })]);
  });

  it("doesn't find an id with a slash, because the HTTP API doesn't say whether it was encoded", async () => {
    const { engine, handler } = opened();
    const feed = ownerFeed("acme", { type: "Company", id: "a/b" });
    await new FeedStore(engine.table("feeds")).putIfAbsent([feed]);
    const path = `/v1/feeds/${encodeURIComponent(feed.feedId)}`;
    expect((await call(handler, "GET", path)).statusCode).toBe(404);
    expect((await callRestApi(handler, "GET", path)).statusCode).toBe(200);
  });

  it.each([
    ["a percent sign that the gateway decoded", "/v1/feeds/acme#owner#Company#100%", "acme#owner#Company#100%"],
    ["half a character", "/v1/feeds/acme#owner#Company#\ud83e", "acme#owner#Company#\ufffd"],
  ])("reads %s", async (_, rawPath, feedId) => {
    const { engine, handler } = opened();
    const id = feedId.split("#").at(-1) ?? "";
    await new FeedStore(engine.table("feeds")).putIfAbsent([ownerFeed("acme", { type: "Company", id })]);
    const event = httpApiEvent({ method: "GET", target: "/", headers });
    const read = gatewayAnswer.parse(await handler({ ...event, rawPath }));
    expect([read.statusCode, JSON.parse(read.body).id]).toEqual([200, feedId]);
  });
});
