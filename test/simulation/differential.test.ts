import { expect, test } from "vitest";
import * as z from "zod";
import { StoreContents } from "../../infra/node/sqlite-engine.ts";
import { canonicalJson } from "../../shared/kernel/canonical-json.ts";
import { parseExact } from "../../shared/kernel/exact-json.ts";
import { json } from "../../shared/kernel/json.ts";
import { lived, livedAndMoved, type Published } from "./differential/life.ts";
import { type Move, toDirectory, toDynamo } from "./differential/moves.ts";
import { openDynamo, openSqlite } from "./differential/stores.ts";

/** `DIFFERENTIAL=200` runs more seeds, which takes most of an hour. `SEED=7` is the first one. */
const first = Number(process.env["SEED"] ?? 1);
const count = Number(process.env["DIFFERENTIAL"] ?? 1);
const seeds = Array.from({ length: count }, (_, n) => first + n);
/** Other histories than those without a move. */
const movedSeeds = seeds.map((seed) => seed + count);

/**
 * Neither DynamoDB nor DynamoDB Local keeps the order of a map's members, but dynalite does. Without it, events are
 * compared as JSON values, and POSTs without what depends on their bytes.
 */
const keepsOrder = process.env["FEEDHOOK_DYNAMODB"] === undefined;
const valueOf = (text: string) => canonicalJson(json.parse(parseExact(text)));
const seen = ({ events, posts, warnings, items }: Published) => ({
  ...items,
  events: keepsOrder ? events : events.map(valueOf),
  posts: keepsOrder ? posts : posts.map((post) => withoutBytes(post)),
  warnings,
  storedEvents: keepsOrder ? items["events"] : items["events"]?.length,
});

function withoutBytes(post: string): string {
  const [at, headers, body] = z
    .tuple([z.string(), z.record(z.string(), z.string()), z.string()])
    .parse(JSON.parse(post));
  const kept = Object.entries(headers).filter(([name]) => !/signature|digest/.test(name));
  return JSON.stringify([at, kept, valueOf(body)]);
}

test.each(seeds)("seed %i has the same result on SQLite and on DynamoDB", async (seed) => {
  const [sqlite, dynamo] = [await lived(seed, openSqlite), await lived(seed, openDynamo)];
  expect(sqlite.events.length).toBeGreaterThan(20);
  expect(sqlite.posts.length).toBeGreaterThan(2);
  expect(seen(dynamo)).toEqual(seen(sqlite));
});

let unpublished = 0;
const counted: Move = (from, waiting, clock) => {
  const contents = new StoreContents(from.path);
  unpublished += contents.unpublishedKeys(undefined, 100).length;
  contents.close();
  return toDirectory(from, waiting, clock);
};

test.each(movedSeeds)("seed %i has the same result after moves to another directory and to DynamoDB", async (seed) => {
  const [directory, dynamo] = [await livedAndMoved(seed, counted), await livedAndMoved(seed, toDynamo)];
  expect(directory.events.length).toBeGreaterThan(20);
  expect(seen(dynamo)).toEqual(seen(directory));
});

test("some bridges moved while changes waited for the bus", () => {
  expect(unpublished).toBeGreaterThan(0);
});
