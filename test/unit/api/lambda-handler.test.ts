import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createApiHandler } from "../../../functions/api.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const key = "fh_operator_test_key_0123456789";

function createEngine(): Engine {
  const clock = new FakeClock();
  const tables = new Map<string, MemoryTable>();
  const unused = () => Promise.reject(new Error("the API needs neither queue nor bus"));
  return {
    table: (name) => {
      const table = tables.get(name) ?? new MemoryTable(name);
      tables.set(name, table);
      return table;
    },
    queue: () => ({ send: unused }),
    bus: { publish: unused },
    keys: new FakeKeyWrapper(),
    clock,
    sleeper: clock,
    randomness: new SeededRandomness(),
    logger: new SilentLogger(),
    metrics: { record: () => undefined },
    settings: {
      partnerUrl: "https://partner.example.com",
      allowInsecureEndpoints: false,
      operatorKeyHash: createHash("sha256").update(key).digest("hex"),
      timings: defaultTimings,
    },
  };
}

/** What API Gateway's HTTP API passes (payload format 2.0). */
function gatewayEvent(method: string, rawPath: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", host: "api.example.com" };
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString: "",
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      accountId: "1",
      apiId: "a",
      authentication: null,
      authorizer: {},
      domainName: "api.example.com",
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      requestId: "r",
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
  };
}

const deliver = { ready: 3, delayed: 0, inFlight: 1, dead: 0 };
const probe: StatusProbe = {
  queueDepths: async () => ({ deliver }),
  deliveriesByState: async () => undefined,
};

const gatewayAnswer = z.object({ statusCode: z.int(), body: z.string() });

async function call(handler: ReturnType<typeof createApiHandler>, method: string, path: string, body?: unknown) {
  return gatewayAnswer.parse(await handler(gatewayEvent(method, path, body)));
}

describe("the API's Lambda handler", () => {
  it("speaks API Gateway's HTTP API, and keeps its services between calls", async () => {
    const handler = createApiHandler(createEngine(), { probe, redrive: noRedrive });
    const subscription = { url: "https://hooks.example.com/in", eventTypes: ["*"] };
    const created = await call(handler, "POST", "/v1/subscriptions", subscription);
    expect(created.statusCode).toBe(201);
    const listed = await call(handler, "GET", "/v1/subscriptions");
    expect(JSON.parse(listed.body).items).toHaveLength(1);
  });

  it("tells queue depths, and leaves out deliveries that nobody counts", async () => {
    const handler = createApiHandler(createEngine(), { probe, redrive: noRedrive });
    const status = await call(handler, "GET", "/v1/status");
    expect(Object.keys(JSON.parse(status.body))).toEqual(["at", "instances", "needsAttention", "queues"]);
    expect(JSON.parse(status.body).queues).toEqual({ deliver });
  });
});
