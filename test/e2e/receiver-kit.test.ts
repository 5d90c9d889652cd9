import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bridge, startBridge } from "../../infra/node/start-bridge.ts";
import { eventBridgeHandler, queueHandler } from "../../infra/receiver/bus.ts";
import { createMemory } from "../../infra/receiver/event-memory.ts";
import { expressHandler } from "../../infra/receiver/express.ts";
import { fastifyPlugin } from "../../infra/receiver/fastify.ts";
import { fetchHandler } from "../../infra/receiver/fetch.ts";
import { lambdaUrlHandler } from "../../infra/receiver/lambda-url.ts";
import { type BridgeEvent, createReceiver, type Receiver } from "../../infra/receiver/receiver.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { BusEntry } from "../../shared/kernel/ports/event-bus.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import type { PartnerClient } from "./support/partner-client.ts";
import { type Api, apiAt, connectTo, firstInstance, serveForTest } from "./support/test-scope.ts";

const key = "ed5dcda731372d22b45ece28a792b9a4141d8633bbae7af916a5ac8c54b2e541";
const timings = { ...defaultTimings, tick: 200, timelinePeriod: 400, fastOverlap: 5_000 };
const dataDir = folderOfFile();
const cleanups: (() => unknown)[] = [];
/** The events that the bridge put on its bus. */
const published: BusEntry[] = [];
let bridge: Bridge;
let source: PartnerClient;
const api: Api = (...call) => apiAt(bridge.url, key)(...call);

beforeAll(async () => {
  const sandbox = await startSandbox({ port: 0, seed: 5, records: 15 });
  cleanups.push(() => sandbox.close());
  bridge = await startBridge({
    ...{ partnerUrl: sandbox.url, dataDir, port: 0, operatorKey: key, timings },
    ...{ allowInsecureEndpoints: true, logger: new SilentLogger() },
    engineFor: (engine) => ({
      ...engine,
      bus: {
        publish: (entries) => {
          published.push(...entries);
          return engine.bus.publish(entries);
        },
      },
    }),
  });
  cleanups.push(() => bridge.stop());
  const instance = firstInstance(sandbox.url, sandbox.instances);
  await connectTo(instance, api);
  source = await instance.client();
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Creates a person at the source and changes it. */
async function changeOnce(): Promise<string> {
  const { id } = await source.post("/person", { firstName: "Kari", lastName: "New" });
  await source.patch(`/person/${id}`, { lastName: "Changed" });
  return id;
}

/** Serves a handler of Lambda function URLs like AWS: bodies in base64, header names in lower case. */
function asFunctionUrl(handler: ReturnType<typeof lambdaUrlHandler>): RequestListener {
  return (request, response) => {
    void (async () => {
      const body = (await buffer(request)).toString("base64");
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const { statusCode } = await handler({ headers, body, isBase64Encoded: true });
      response.writeHead(statusCode).end();
    })();
  };
}

const places: readonly (readonly [string, (receiver: Receiver) => Promise<RequestListener>])[] = [
  [
    "a fetch handler, which a Next.js route exports as POST",
    async (receiver) => {
      const listener = getRequestListener(fetchHandler(receiver));
      return (request, response) => {
        void listener(request, response);
      };
    },
  ],
  [
    "Express",
    async (receiver) => {
      const app = express();
      app.post("/hook", expressHandler(receiver));
      app.use(express.json());
      return (request, response) => {
        app(request, response);
      };
    },
  ],
  [
    "Fastify",
    async (receiver) => {
      const app = fastify();
      app.register(fastifyPlugin(receiver), { path: "/hook" });
      // Its other routes still get their bodies parsed.
      app.post("/other", async ({ body }) => body);
      await app.ready();
      expect((await app.inject({ method: "POST", url: "/other", payload: { a: 1 } })).json()).toEqual({ a: 1 });
      return (request, response) => {
        app.routing(request, response);
      };
    },
  ],
  ["a Lambda function URL", async (receiver) => asFunctionUrl(lambdaUrlHandler(receiver))],
];

describe.each(places)("the kit's adapter for %s", (_, serve) => {
  test("accepts real deliveries, each event once, and refuses unsigned ones", async () => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const handled: BridgeEvent[] = [];
    const handle = async (event: BridgeEvent) => {
      handled.push(event);
      return Promise.resolve();
    };
    const url = `${await serveForTest(await serve(createReceiver({ secret, memory: createMemory(), handle })))}/hook`;
    const subscription = { url, eventTypes: ["person.*"], secret };
    const { id } = await api<{ id: string }>("POST", "/v1/subscriptions", subscription);
    const person = await changeOnce();
    const types = () => handled.filter(({ subject }) => subject.id === person).map(({ type }) => type);
    await expect.poll(() => types().at(-1), { timeout: 60_000 }).toMatch(/^person\.(?:created|updated)$/);

    // The same event once more gets a 2xx and is handled only once.
    const path = `/v1/subscriptions/${id}/deliveries/${handled[0]?.id}`;
    const runs = async () => (await api<{ items: { state: string }[] }>("GET", path)).items;
    // The receiver has the event before the bridge has recorded its response.
    await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ state: "delivered" }]);
    await api("POST", `${path}/retry`);
    await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
    const ids = handled.map((event) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    await api("DELETE", `/v1/subscriptions/${id}`);
  });
});

test("the kit's bus consumers accept what the bridge publishes, each event once", async () => {
  const person = await changeOnce();
  const ofPerson = () => published.filter(({ detail }) => detail.includes(`"${person}"`));
  await expect.poll(() => ofPerson().length, { timeout: 60_000 }).toBeGreaterThan(0);
  // EventBridge passes a whole event to a function, and to a queue as the body of a message.
  const entries = ofPerson();
  const messages = entries.map(({ type, detail }) => ({
    ...{ version: "0", source: "feedhook", "detail-type": type, detail: JSON.parse(detail) as unknown },
  }));
  const handled: { readonly [by in "function" | "queue"]: string[] } = { function: [], queue: [] };
  const optionsOf = (by: "function" | "queue") => ({
    memory: createMemory(),
    handle: async ({ id }: BridgeEvent) => {
      handled[by].push(id);
      return Promise.resolve();
    },
  });
  const [toFunction, toQueue] = [eventBridgeHandler(optionsOf("function")), queueHandler(optionsOf("queue"))];
  for (const message of [...messages, ...messages]) {
    await toFunction(message);
    const Records = [{ messageId: "1", body: JSON.stringify(message) }];
    expect(await toQueue({ Records })).toEqual({ batchItemFailures: [] });
  }
  // The bridge may meanwhile have published more about the person.
  const ids = [...new Set(entries.map(({ id }) => id))];
  expect(handled).toEqual({ function: ids, queue: ids });
});

test("a subscription moves from HMAC to Ed25519, and the kit verifies with either key during the overlap", async () => {
  type Issued = { id: string; secret?: string; publicKey?: string };
  const receivers = new Map<string, Receiver>();
  const accept = (name: string, secret = "") => {
    receivers.set(name, createReceiver({ secret, memory: createMemory(), handle: () => undefined }));
  };
  const seen: { kinds: string[]; accepted: string[] }[] = [];
  const address = await serveForTest((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const kinds = String(request.headers["webhook-signature"]).split(" ");
      const accepted: string[] = [];
      for (const [name, receiver] of receivers) {
        if ((await receiver.receive(request.headers, body)).status === 204) accepted.push(name);
      }
      seen.push({ kinds: kinds.map((one) => one.split(",")[0] ?? ""), accepted });
      response.writeHead(204).end();
    })();
  });
  const subscription = { url: `${address}/hook`, eventTypes: ["person.*"] };
  const { id, secret } = await api<Issued>("POST", "/v1/subscriptions", subscription);
  accept("secret", secret);
  const rotate = (overlapSeconds: number) =>
    api<Issued>("POST", `/v1/subscriptions/${id}/secret`, { signing: "ed25519", overlapSeconds });
  const first = await rotate(3_600);
  expect(first).not.toHaveProperty("secret");
  accept("public key", first.publicKey);
  await changeOnce();
  const both = { kinds: ["v1a", "v1"], accepted: ["secret", "public key"] };
  await expect.poll(() => seen[0], { timeout: 60_000 }).toEqual(both);

  const second = await rotate(0);
  accept("new public key", second.publicKey);
  const published = await fetch(`${bridge.url}/.well-known/webhooks/prt_operator/${id}/jwks.json`);
  const x = Buffer.from(second.publicKey?.slice(5) ?? "", "base64").toString("base64url");
  expect(await published.json()).toMatchObject({ keys: [{ x, kty: "OKP", crv: "Ed25519" }] });
  // The bridge may sign with the earlier keys for a few seconds more.
  const isRotated = async () => {
    await changeOnce();
    return seen.at(-1);
  };
  const only = { kinds: ["v1a"], accepted: ["new public key"] };
  await expect.poll(isRotated, { timeout: 60_000, interval: 2_000 }).toEqual(only);
  await api("DELETE", `/v1/subscriptions/${id}`);
});
