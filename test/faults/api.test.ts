import { call, type Request } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { UseCase } from "./support/every-fault.ts";
import type { KnownBridge } from "./support/known-bridge.ts";

/** Sealed texts and digests of what was made at random. */
const random = [
  "sealed",
  "secret",
  "hash",
  "key",
  "salt",
  "body",
  "digest",
  "token",
  "answer",
  "claims",
  "wrapped",
  "busyUntil",
  "access",
];
/** An answer is kept, and an entry of the audit log made, once the change is done; if that fails, the log of the process has it. */
const afterwards = [
  ...[/^deliveries idempotency#/, /^deliveries audit#/, /^subscriptions (partner|instance)#\w+ \/ datakey/],
  // What a process that ended had taken of a quota is counted again within the hour.
  /\/ quota#/,
];

/** A notice goes out before what it tells of is done, and then may reach subscriptions that won't be served any more. */
const timely = [/^(deliveries|events ledger|the bus|POST).*bridge\.partner_(suspended|deleted)/, /^events ledger/];

/** A request that a client repeats until it is answered, with the same key where the route takes one. */
const request = (name: string, of: (bridge: KnownBridge) => Request, more: Partial<UseCase> = {}): UseCase => ({
  name,
  act: async (world, bridge) => {
    const asked = of(bridge);
    const { status } = await call(world, {
      ...asked,
      ...(asked.method === "POST" && { idempotencyKey: "once" }),
    });
    // What was deleted by a request whose answer was lost isn't there any more for the next one.
    const isDone = status < 300 || (asked.method === "DELETE" && status === 404);
    return isDone ? "done" : status;
  },
  canon: { history: random, rows: afterwards, lines: timely },
  ...more,
});

const feed = encodeURIComponent("acme#company-walk#d0ddd135aa1f");

const subscription = ({ subscriptions }: KnownBridge) => `/v1/subscriptions/${subscriptions.push}`;

describeFaults("requests", [
  request("create a subscription", ({ key }) => ({
    ...{ method: "POST", path: "/v1/subscriptions", key },
    body: { url: "https://new.example/hook", eventTypes: ["person.*"] },
  })),
  request("change a subscription", (bridge) => ({
    ...{ method: "PATCH", path: subscription(bridge), key: bridge.key },
    body: { eventTypes: ["company.*"], url: "https://moved.example/hook" },
  })),
  request("disable a subscription", (bridge) => ({
    ...{ method: "PATCH", path: subscription(bridge), key: bridge.key },
    body: { status: "disabled" },
  })),
  request("delete a subscription", (bridge) => ({ method: "DELETE", path: subscription(bridge), key: bridge.key })),
  request("rotate a secret", (bridge) => ({
    ...{ method: "POST", path: `${subscription(bridge)}/secret`, key: bridge.key },
    body: { overlapSeconds: 600 },
  })),
  request("replay", (bridge) => ({
    ...{ method: "POST", path: `${subscription(bridge)}/replays`, key: bridge.key },
    body: { dryRun: false, perSecond: 50 },
  })),
  request("create a partner", () => ({
    method: "POST",
    path: "/v1/partners",
    body: { name: "two", instances: ["acme"] },
  })),
  request("suspend a partner", ({ partner }) => ({ method: "POST", path: `/v1/partners/${partner}/suspend` }), {
    canon: { history: [...random, "due", "dueShard"], rows: afterwards, lines: timely },
  }),
  request("take an instance away", ({ partner }) => ({
    ...{ method: "PATCH", path: `/v1/partners/${partner}` },
    body: { instances: [] },
  })),
  request("delete a partner", ({ partner }) => ({
    method: "DELETE",
    path: `/v1/partners/${partner}?confirm=${partner}`,
  })),
  request("create a key", ({ partner }) => ({
    ...{ method: "POST", path: `/v1/partners/${partner}/keys` },
    body: { name: "second", scopes: ["admin"] },
  })),
  request("make a portal link", ({ partner }) => ({
    method: "POST",
    path: `/v1/partners/${partner}/portal-links`,
    body: {},
  })),
  request(
    "set an address for alerts",
    ({ key, partner }) => ({
      ...{ method: "PATCH", path: `/v1/partners/${partner}/alerts`, key },
      body: { email: "oncall@acme.example" },
      // The same address again gets a new code.
    }),
    { alone: true, canon: { history: [...random, "codesAt"], rows: [...afterwards, /^deliveries alerts#/] } },
  ),
  request("pause an instance", () => ({ method: "POST", path: "/v1/instances/acme/pause" })),
  request("register an instance", () => ({
    ...{ method: "PUT", path: "/v1/instances/beta" },
    body: { credentials: { clientId: "one", clientSecret: "a-secret-of-the-source" }, requestsPerSecond: 4 },
  })),
  request("ask for an erasure", () => ({
    ...{ method: "POST", path: "/v1/erasures" },
    body: { instance: "acme", subject: { type: "person", id: "1" } },
  })),
  request("resume a partner", ({ partner }) => ({ method: "POST", path: `/v1/partners/${partner}/resume` }), {
    prepare: async (world, { partner }) => {
      await call(world, { method: "POST", path: `/v1/partners/${partner}/suspend` });
      await world.run(60_000);
    },
    canon: {
      history: [...random, "due", "dueShard"],
      rows: afterwards,
      lines: [/bridge\.partner_resumed/, /^events ledger/],
    },
  }),
  request("resume an instance", () => ({ method: "POST", path: "/v1/instances/acme/resume" }), {
    prepare: async (world) => {
      await call(world, { method: "POST", path: "/v1/instances/acme/pause" });
    },
  }),
  request("read an instance anew", () => ({ method: "POST", path: "/v1/instances/acme/rewind", body: {} })),
  request("pause a feed", () => ({ method: "POST", path: `/v1/feeds/${feed}/pause` })),
  request("read a feed anew", () => ({ method: "POST", path: `/v1/feeds/${feed}/rewind`, body: {} })),
  request("create an operator's key", () => ({
    method: "POST",
    path: "/v1/operator-keys",
    body: { name: "second", scopes: ["read"] },
  })),
]);
