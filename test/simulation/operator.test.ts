import { expect, test } from "vitest";
import { helper } from "../sandbox/sandbox-client.ts";
import { IngestWorld } from "./ingest-world.ts";
import { clientOf } from "./server-state.ts";

const minutes = 60_000;

async function connected(): Promise<IngestWorld> {
  const timings = { walkPeriod: 60 * minutes, candidateAge: 5 * minutes };
  const world = new IngestWorld({ seed: 4, requestsPerSecond: 20, timings });
  await world.connect();
  await world.run(10 * minutes);
  return world;
}

test("an instance that rereads everything publishes nothing twice, and finds what was missed", async () => {
  const world = await connected();
  await world.control({ action: "pause" });
  await world.run(1 * minutes);
  const [reported, asked] = [world.events.length, world.requests.length];
  await helper(world.sandbox, "POST", "/acme/imports", { persons: 3 });
  await world.run(5 * minutes);
  expect([world.events.length, world.requests.length], "a paused instance isn't read").toEqual([reported, asked]);

  await world.control({ action: "rewind", to: undefined });
  await world.control({ action: "resume" });
  await world.run(40 * minutes);
  expect(world.requests.length - asked, "everything was read again").toBeGreaterThan(100);
  expect(world.events.slice(reported).map(({ type }) => type)).toEqual(
    Array.from({ length: 3 }, () => "person.created"),
  );
});

test("after a rebaseline, older unknown records are baseline, and changes to known records are published", async () => {
  const world = await connected();
  await world.control({ action: "pause" });
  await world.run(1 * minutes);
  const reported = world.events.length;
  const client = await clientOf(world.sandbox);
  const { items } = (await client.get("/company/cursor?limit=1")).body;
  await client.call("PATCH", `/company/${items[0].id}`, { mainPhone: "+47 22 00 00 00" });
  await helper(world.sandbox, "POST", "/acme/imports", { persons: 3 });
  await world.run(5 * minutes);

  await world.control({ action: "rebaseline", now: world.clock.now() });
  await world.control({ action: "resume" });
  await world.run(40 * minutes);
  const later = world.events.slice(reported).map(({ type, baseline = false }) => `${type} ${String(baseline)}`);
  expect(later.toSorted()).toEqual([
    "company.updated false",
    ...Array.from({ length: 3 }, () => "person.created true"),
  ]);
});
