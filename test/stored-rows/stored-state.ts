import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { jsonObject } from "../../shared/kernel/json.ts";
import type { Item } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import { BridgeWorld } from "../simulation/bridge/bridge-world.ts";
import { liveThrough, type Plan } from "../simulation/bridge/life.ts";
import { restricted } from "../simulation/bridge/run-plan.ts";
import { makeDigestsSteady } from "../simulation/bridge/steady-digest.ts";

const item = jsonObject.and(z.object({ pk: z.string(), sk: z.string() }));
const tables = z.object({
  feeds: z.array(item),
  mirror: z.array(item),
  events: z.array(item),
  subscriptions: z.array(item),
  deliveries: z.array(item),
});
const queues = z.object({
  ticks: z.array(z.string()),
  poll: z.array(z.string()),
  fanout: z.array(z.string()),
  deliver: z.array(z.string()),
  "deliver-slow": z.array(z.string()),
  recover: z.array(z.string()),
});

/** Everything in tables and queues at a moment (unix ms) in the middle of a history. */
const storedState = z.object({ at: z.int(), tables, queues });
export type StoredState = z.infer<typeof storedState>;

/** The history in whose middle the state is taken. */
export const storedSeed = 61;

export function storedPlan(seed = storedSeed): Plan {
  // The rows of the last release come from a history without rooms and lagging reads.
  return restricted(seed, { without: ["kill", "twoVersions", "twoInstances", "rooms", "lag"] });
}

export const tableNames = ["feeds", "mirror", "events", "subscriptions", "deliveries"] as const;

export type Row = { readonly table: TableName; readonly item: Item };

/** Runs a history to its middle. Returns the state then, and every row that was ever written. */
export async function takeState(seed = storedSeed): Promise<{ readonly state: StoredState; readonly rows: Row[] }> {
  makeDigestsSteady();
  const plan = storedPlan(seed);
  const rows: Row[] = [];
  const storedAs = (table: TableName, item: Item): Item => {
    // Through JSON, as tables store it: an undefined attribute doesn't exist.
    rows.push({ table, item: { ...jsonObject.parse(JSON.parse(JSON.stringify(item))), pk: item.pk, sk: item.sk } });
    return item;
  };
  const world = new BridgeWorld(plan.seed, plan.conditions, { storedAs });
  await liveThrough(world, plan);
  const state = stateOf(world);
  rows.push(...tableNames.flatMap((table) => state.tables[table].map((one) => ({ table, item: one }))));
  return { state, rows };
}

function stateOf(world: BridgeWorld): StoredState {
  const { tables: stored, queues: sent, ground } = world;
  return storedState.parse({
    at: ground.clock.now(),
    tables: Object.fromEntries(Object.entries(stored).map(([name, { memory }]) => [name, memory.items])),
    queues: Object.fromEntries(Object.entries(sent).map(([name, { bodies }]) => [name, bodies])),
  });
}

/** The state that the last release left, as `npm run stored-rows` wrote it. */
export function readStoredState(): StoredState {
  const packed = readFileSync(new URL("state.json.gz", import.meta.url));
  return storedState.parse(JSON.parse(gunzipSync(packed).toString("utf8")));
}
