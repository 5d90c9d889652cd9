import { expect, test } from "vitest";
import { lived } from "./differential/life.ts";
import { openDynamo, openSqlite } from "./differential/stores.ts";

/** More of them: `DIFFERENTIAL=200`, which takes half an hour. `SEED=7` begins with that one. */
const seeds = Array.from(
  { length: Number(process.env["DIFFERENTIAL"] ?? 2) },
  (_, n) => n + Number(process.env["SEED"] ?? 1),
);

test.each(seeds)("seed %i comes to the same on SQLite and on DynamoDB", async (seed) => {
  const [sqlite, dynamo] = [await lived(seed, openSqlite), await lived(seed, openDynamo)];
  expect(sqlite.events.length).toBeGreaterThan(20);
  expect(sqlite.posts.length).toBeGreaterThan(2);
  expect(dynamo.events).toEqual(sqlite.events);
  expect(dynamo.posts).toEqual(sqlite.posts);
  expect(dynamo.warnings).toEqual(sqlite.warnings);
  for (const name of ["mirror", "events", "subscriptions", "deliveries", "feeds"] as const) {
    expect(dynamo.items[name], name).toEqual(sqlite.items[name]);
  }
});
