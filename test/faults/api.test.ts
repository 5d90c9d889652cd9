import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { KnownBridge } from "./support/known-bridge.ts";
import { afterwards, random, request, timely } from "./support/request.ts";

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
