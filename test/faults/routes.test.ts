import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import { sweeps, type UseCase } from "./support/every-fault.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge } from "./support/known-bridge.ts";
import { afterwards, random, request } from "./support/request.ts";
import { held, quarantined } from "./support/waiting-work.ts";

const feed = encodeURIComponent("acme#company-walk#d0ddd135aa1f");

/** What `prepare` created, for the tested request. */
const made: { id: string; token: string; code: string; event: string } = { id: "", token: "", code: "", event: "" };

/** Keeps what a request created. */
const creating =
  (path: (bridge: KnownBridge) => string, body: object = {}) =>
  async (world: FaultWorld, bridge: KnownBridge): Promise<void> => {
    const { status, body: answer } = await call(world, { method: "POST", path: path(bridge), body });
    if (status >= 300) throw new Error(`${path(bridge)} was refused: ${JSON.stringify(answer)}`);
    Object.assign(made, answer);
  };

let row = { feed: "", row: "" };

const ofPartner = ({ partner }: KnownBridge) => `/v1/partners/${partner}`;
const ofPush = ({ subscriptions }: KnownBridge) => `/v1/subscriptions/${subscriptions.push}`;

/** A replay that has more to send. */
async function replaying(world: FaultWorld, bridge: KnownBridge): Promise<void> {
  world.held.add("recover");
  const since = new Date(world.now - 4 * 3_600_000).toISOString();
  const path = `${ofPush(bridge)}/replays`;
  const { body } = await call(world, {
    method: "POST",
    path,
    key: bridge.key,
    body: { dryRun: false, since, perSecond: 1 },
  });
  Object.assign(made, body);
}

const replay = (change: string) => (bridge: KnownBridge) => ({
  ...{ method: "POST", path: `${ofPush(bridge)}/replays/${made.id}/${change}`, key: bridge.key },
});

async function mailed(world: FaultWorld, { partner, key }: KnownBridge): Promise<void> {
  await call(world, {
    method: "PATCH",
    path: `/v1/partners/${partner}/alerts`,
    key,
    body: { email: "oncall@acme.example" },
  });
  await world.run(1_000);
  made.code = /\d{8}/.exec(world.mails[0]?.subject ?? "")?.[0] ?? "";
}

/** A place in the queue of waiting requests expires by itself. */
const waiting = /waiting-requests/;

/** The send time of its deliveries depends on when the last fault ended. */
const sending = {
  history: [...random, "attempt", "nextAt", "dueAt", "chunk", "scanned", "sent", "at"],
  rows: afterwards,
};

/** A change to a replay whose next chunk comes after the client's retries. */
const changing = (name: string, change: string, more: Partial<UseCase> = {}): UseCase => {
  const useCase = request(name, replay(change), { prepare: replaying, canon: sending, ...more });
  return {
    ...useCase,
    act: (world, bridge) => {
      world.held.add("recover");
      return useCase.act(world, bridge);
    },
    settle: async (world) => {
      world.held.delete("recover");
      await sweeps(world);
    },
  };
};

describeFaults("more requests", [
  request("revoke an operator's key", () => ({ method: "DELETE", path: `/v1/operator-keys/${made.id}` }), {
    prepare: creating(() => "/v1/operator-keys", { name: "second", scopes: ["read"] }),
    inPairs: true,
  }),
  request("revoke a key", (bridge) => ({ method: "DELETE", path: `${ofPartner(bridge)}/keys/${made.id}` }), {
    prepare: creating((bridge) => `${ofPartner(bridge)}/keys`, { name: "second", scopes: ["read"] }),
    inPairs: true,
  }),
  request(
    "revoke a portal link",
    (bridge) => ({ method: "DELETE", path: `${ofPartner(bridge)}/portal-links/${made.id}` }),
    {
      prepare: creating((bridge) => `${ofPartner(bridge)}/portal-links`),
      inPairs: true,
    },
  ),
  request("resume a feed", () => ({ method: "POST", path: `/v1/feeds/${feed}/resume` }), {
    prepare: async (world) => {
      await call(world, { method: "POST", path: `/v1/feeds/${feed}/pause` });
    },
  }),
  request("read a feed's first state again", () => ({
    method: "POST",
    path: `/v1/feeds/${feed}/rebaseline`,
  })),
  request("read an instance's first state again", () => ({
    ...{ method: "POST", path: "/v1/instances/acme/rebaseline" },
  })),
  request(
    "confirm an address for alerts",
    (bridge) => ({
      method: "POST",
      path: `${ofPartner(bridge)}/alerts/confirm`,
      key: bridge.key,
      body: { code: made.code },
    }),
    { prepare: mailed },
  ),
  request(
    "test an address for alerts",
    (bridge) => ({ method: "POST", path: `${ofPartner(bridge)}/alerts/test`, key: bridge.key }),
    {
      prepare: async (world, bridge) => {
        await mailed(world, bridge);
        const path = `${ofPartner(bridge)}/alerts/confirm`;
        await call(world, { method: "POST", path, key: bridge.key, body: { code: made.code } });
      },
      canon: { history: [...random, "at"], rows: [...afterwards, /^deliveries alerts#/, waiting], lines: [/^mail/] },
    },
  ),
  request("ping", (bridge) => ({ method: "POST", path: `${ofPush(bridge)}/ping`, key: bridge.key }), {
    canon: { ...sending, lines: [/bridge\.ping/], rows: [...afterwards, /bridge|evt_/, waiting] },
  }),
  changing("pause a replay", "pause"),
  changing("cancel a replay", "cancel"),
  changing("resume a replay", "resume", {
    prepare: async (world, bridge) => {
      await replaying(world, bridge);
      await call(world, replay("pause")(bridge));
    },
  }),
  request(
    "retry a delivery",
    (bridge) => ({ method: "POST", path: `${ofPush(bridge)}/deliveries/${made.event}/retry`, key: bridge.key }),
    {
      from: "changed",
      prepare: async (world, bridge) => {
        await world.run(60_000);
        const path = `${ofPush(bridge)}/deliveries?limit=1`;
        made.event = (await call(world, { method: "GET", path, key: bridge.key })).body.items[0].event;
      },
      canon: sending,
    },
  ),
  request(
    "send an example",
    (bridge) => ({
      ...{ method: "POST", path: `${ofPush(bridge)}/examples`, key: bridge.key },
      body: { type: "person.created" },
    }),
    { canon: { ...sending, lines: [/"example":true/], rows: [...afterwards, /evt_/, waiting] } },
  ),
  request(
    "retry a row in quarantine",
    () => ({
      ...{ method: "POST", path: `/v1/feeds/${encodeURIComponent(row.feed)}/quarantine/${row.row}/retry` },
    }),
    {
      prepare: async (world) => {
        row = await quarantined(world);
      },
    },
  ),
  request(
    "discard a row in quarantine",
    () => ({
      ...{ method: "DELETE", path: `/v1/feeds/${encodeURIComponent(row.feed)}/quarantine/${row.row}` },
    }),
    {
      inPairs: true,
      prepare: async (world) => {
        row = await quarantined(world);
      },
    },
  ),
  request("approve removals", () => ({ method: "POST", path: "/v1/instances/acme/removals/person/approve" }), {
    prepare: async (world) => {
      await held(world);
    },
  }),
  request("dismiss removals", () => ({ method: "POST", path: "/v1/instances/acme/removals/person/dismiss" }), {
    prepare: async (world) => {
      await held(world);
    },
  }),
  request("test a filter", (bridge) => ({
    ...{ method: "POST", path: "/v1/filters/test", key: bridge.key },
    body: { filter: { type: ["person.created"] }, sample: {} },
  })),
]);
