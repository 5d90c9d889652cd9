import { openSandbox, type Sandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { requestToken, SandboxClient } from "../../sandbox/sandbox-client.ts";
import { eachTable } from "../../support/each-table.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { call } from "./client.ts";
import type { Endpoints } from "./endpoints.ts";
import { FaultWorld, type State } from "./fault-world.ts";

export type Subscriptions = { readonly [kind in "push" | "ordered" | "pull" | "other"]: string };
export type KnownBridge = {
  readonly state: State;
  /** The same slightly later: changes to two records are in the mirror, and wait in the stream. */
  readonly changed: State;
  readonly sandbox: Sandbox;
  readonly partner: string;
  readonly key: string;
  readonly subscriptions: Subscriptions;
};

export const well: Endpoints = () => 200;

/** The sandbox uses the time of the current world. */
export const sandboxTime: { of: { readonly now: number } } = { of: { now: Date.UTC(2026, 0, 5, 8) } };

let known: Promise<KnownBridge> | undefined;

/** A bridge that has read its source to the end, with a partner and one subscription of each kind, created once. */
export function knownBridge(): Promise<KnownBridge> {
  known ??= acquainted();
  return known;
}

async function acquainted(): Promise<KnownBridge> {
  const clock = {
    now: () => sandboxTime.of.now,
    sleep: async () => undefined,
  };
  const settings = {
    lateMilliseconds: 0,
    lateShare: 0,
    liveLateMilliseconds: 0,
    cursorSeconds: 1e6,
    expiresInSeconds: 1e6,
  };
  const sandbox = openSandbox({ clock, seed: 7, records: 15, settings });
  const tables = eachTable((name) => new MemoryTable(name));
  const world = new FaultWorld(
    { now: sandboxTime.of.now, tables, messages: [], stream: [] },
    { sandbox, endpoints: well },
  );
  sandboxTime.of = world;
  const [{ clientId, clientSecret } = { clientId: "", clientSecret: "" }] = sandbox.access;
  const registration = { credentials: { clientId, clientSecret }, requestsPerSecond: 50 };
  await call(world, { method: "PUT", path: "/v1/instances/acme", body: registration });
  const made = await call(world, { method: "POST", path: "/v1/partners", body: { name: "one", instances: ["acme"] } });
  const partner: string = made.body.id;
  const keyPath = `/v1/partners/${partner}/keys`;
  const { key } = (await call(world, { method: "POST", path: keyPath, body: { name: "all", scopes: ["admin"] } })).body;
  await pass(world, 30);
  const subscribe = async (settings: object): Promise<string> => {
    const body = { eventTypes: ["*"], ...settings };
    return (await call(world, { method: "POST", path: "/v1/subscriptions", key, body })).body.id;
  };
  const subscriptions = {
    push: await subscribe({ url: "https://push.example/hook" }),
    ordered: await subscribe({ url: "https://ordered.example/hook", ordered: true }),
    pull: await subscribe({ kind: "pull" }),
    other: await subscribe({ url: "https://other.example/hook", eventTypes: ["bridge.*"] }),
  };
  await world.run(60_000);
  const { state } = world;
  const later = new FaultWorld(state, { sandbox, endpoints: well }, 5);
  // In an hour without events so far.
  await later.run(2 * 3_600_000);
  sandboxTime.of = later;
  await changeRecords(sandbox);
  later.held.add("stream");
  await pass(later, 3);
  return { state, changed: later.state, sandbox, partner, key, subscriptions };
}

/** Lets minutes pass with the clock's ticks, so that the source is read. */
async function pass(world: FaultWorld, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await world.invoke("clock", {});
    await world.run(60_000);
  }
}

async function changeRecords(sandbox: Sandbox): Promise<void> {
  const [access] = sandbox.access;
  if (access === undefined) throw new Error("the sandbox gives no access");
  const { body } = await requestToken(sandbox, access);
  const client = new SandboxClient(sandbox, access.name, body.access_token);
  for (const kind of ["person", "company"]) {
    const [row] = await client.walk(`/${kind}/cursor?limit=100`);
    await client.call("PATCH", `/${kind}/${(row as { id: string }).id}`, { mainPhone: "+47 22 00 00 00" });
  }
}
