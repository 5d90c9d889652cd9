import { expect, test } from "vitest";
import type { Item } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import { brokenRules, kindOf, namesIn, readShapes, shapesOf } from "../stored-rows/shapes.ts";
import { readStoredState, storedPlan, tableNames, takeState } from "../stored-rows/stored-state.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { BridgeWorld } from "./bridge/bridge-world.ts";
import { calm } from "./bridge/conditions.ts";
import { restricted, runPlan } from "./bridge/run-plan.ts";
import { makeDigestsSteady } from "./bridge/steady-digest.ts";

const minute = 60_000;
const before = readShapes();

/** The item as the previous release would have stored it, without the attributes that are newer. */
function asBefore(table: TableName, item: Item): Item {
  const shape = before[kindOf({ table, item })];
  if (shape === undefined) return item;
  const known = namesIn(shape);
  const kept = Object.entries(item).filter(([name]) => known.has(name));
  return { ...Object.fromEntries(kept), pk: item.pk, sk: item.sk };
}

/** The item as the next release may store it, with an attribute that is still unknown. */
const asLater = (item: Item): Item => ({ ...item, ofALaterVersion: { since: 1 } });

test("the last release can read what today's code stores", async () => {
  const today = shapesOf((await takeState()).rows);
  expect(brokenRules(before, today), "CONTRIBUTING.md says how stored shapes may change").toEqual([]);
  expect(Object.keys(today).length).toBeGreaterThan(60);
});

test("a renamed, missing or retyped attribute breaks the rule; a new one doesn't", () => {
  const shape = { "feeds a / b": { rev: "number", "hint?": "string" } };
  const after = (attributes: Record<string, string>) => brokenRules(shape, { "feeds a / b": attributes });
  expect(after({ rev: "number", "hint?": "string", level: "number" })).toEqual([]);
  expect(after({ rev: "number" })).toEqual([]);
  expect(after({ "rev?": "number" })).toEqual(["feeds a / b: rev was in every row, and isn't any more"]);
  expect(after({ revision: "number" })).toEqual(["feeds a / b: rev was in every row, and isn't any more"]);
  expect(after({ rev: "number", hint: "list" })).toEqual(["feeds a / b: hint was string, and is list now"]);
});

test("today's code processes what the last release left in tables and queues", async () => {
  makeDigestsSteady();
  const plan = storedPlan();
  const world = new BridgeWorld(plan.seed, calm(plan.conditions));
  const state = readStoredState();
  await world.ground.run(state.at - world.ground.clock.now());
  for (const table of tableNames) await world.load(table, state.tables[table]);
  for (const [name, queue] of Object.entries(world.queues)) {
    // A newer queue isn't in the stored state.
    const bodies = new Map(Object.entries(state.queues)).get(name) ?? [];
    await queue.send(bodies.map((body) => ({ body })));
  }
  await world.ground.run(25 * minute);
  const complaints = world.logLines.filter((line) =>
    /corrupt_item|publish\.unreadable|invalid_input|ZodError/.test(line),
  );
  expect(complaints).toEqual([]);
  expect(world.subscribers.dials.length, "what waited is sent").toBeGreaterThan(0);
  for (const path of ["partners", "instances", "status", "audit", "feeds?instance=acme", "events?instance=acme"]) {
    const { key } = { key: "9fae96c516de6fc55085f97df4d3d2b570e56e2991ffccf894cbb491dd94e0a8" };
    const answer = await world.ground.during(world.api.call({ method: "GET", path: `/v1/${path}`, key }), minute);
    expect(answer.status, path).toBe(200);
  }
});

test("two versions of the code on the same rows keep every promise", async () => {
  const randomness = new SeededRandomness(11);
  const storedAs = (table: TableName, item: Item): Item => {
    const writer = randomness.fraction();
    return writer < 0.4 ? asBefore(table, item) : writer < 0.7 ? asLater(item) : item;
  };
  expect((await runPlan(restricted(11, {}), { storedAs })).violations).toEqual([]);
});

test("a row without what today's code needs is noticed", async () => {
  const storedAs = (table: TableName, item: Item): Item => {
    const { attempts, ...rest } = item;
    return table === "deliveries" && attempts !== undefined ? { ...rest, pk: item.pk, sk: item.sk } : item;
  };
  expect((await runPlan(restricted(11, {}), { storedAs })).violations).not.toEqual([]);
});
