import { expect, test } from "vitest";
import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import type { RecordResource } from "../../shared/kernel/catalogue.ts";
import { mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { benchTimings } from "../bench/bad-source/bench-timings.ts";
import { faultMix } from "../support/fault-mix.ts";
import { IngestWorld } from "./ingest-world.ts";
import { clientOf, isCurrent, resources, serverRecords } from "./server-state.ts";

const second = 1_000;
const longest = 30 * 60;
/** A single world shows little: a fault may hit the first token, or none of the long lists. */
const seeds = [4, 5, 6, 7];

/** A world that has just been connected: 240 records of each kind, their owners, and two workers. */
async function connected(seed: number, rate: number, timings: "short" | "real"): Promise<IngestWorld> {
  const world = new IngestWorld({
    ...{ seed, requestsPerSecond: 40, records: 240 },
    timings: benchTimings[timings].timings,
    source: { ...(rate > 0 && { faults: faultMix(rate) }), settings: { switches: { lateCommits: false } } },
    answersAfter: (fraction) => 20 + 60 * fraction,
  });
  await world.connect();
  return world;
}

/** How many seconds pass until `isDone`. */
async function secondsUntil(world: IngestWorld, isDone: () => boolean | Promise<boolean>): Promise<number> {
  for (let seconds = 1; seconds <= longest; seconds += 1) {
    await world.run(second);
    if (await isDone()) return seconds;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whether all timelines, lists and owners were read to their first end, and some owners are known. */
function isMet(world: IngestWorld): boolean {
  const feeds = world.tables.feeds.items.filter(({ sk, class: name }) => sk === "feed" && name !== "walks");
  return feeds.some(({ class: name }) => name === "owners") && feeds.every(({ drained }) => drained === true);
}

/** Whether the mirror holds every record as the source shows it. */
async function isMirrored(world: IngestWorld, resource: RecordResource): Promise<boolean> {
  const items = world.tables.mirror.items.flatMap((item) => mirrorItem.safeParse(item).data ?? []);
  const live = items.filter((item) => item.resource === resource && item.state !== "deleted");
  const mirrored = new Map(live.map((item) => [item.id, item]));
  return [...(await serverRecords(await clientOf(world.sandbox), resource))].every(([id, shown]) => {
    const item = mirrored.get(id);
    return item !== undefined && isCurrent(resource, shown, item);
  });
}

/** A world whose source was read to its first end, and how many seconds that took. */
type Met = { readonly world: IngestWorld; readonly seconds: number };

async function met(seed: number, rate: number, timings: "short" | "real"): Promise<Met> {
  const world = await connected(seed, rate, timings);
  return { world, seconds: await secondsUntil(world, () => isMet(world)) };
}

/** Worlds without faults. The outage comes after their first contact. */
const calmWorlds = new Map<string, Promise<Met>>();

function calmWorld(seed: number, timings: "short" | "real"): Promise<Met> {
  const known = calmWorlds.get(`${timings} ${seed}`) ?? met(seed, 0, timings);
  calmWorlds.set(`${timings} ${seed}`, known);
  return known;
}

async function firstContact(worldOf: (seed: number) => Promise<Met>): Promise<number> {
  let sum = 0;
  for (const seed of seeds) sum += (await worldOf(seed)).seconds;
  return sum / seeds.length;
}

test.each(["short", "real"] as const)(
  "with %s timings, first contact takes at most twice as long with 15 faulty responses in a hundred, and a few times with 35",
  async (timings) => {
    const calm = await firstContact((seed) => calmWorld(seed, timings));
    const faulty = (rate: number) => firstContact((seed) => met(seed, rate, timings));
    expect(await faulty(0.15)).toBeLessThanOrEqual(2 * calm);
    expect(await faulty(0.35)).toBeLessThanOrEqual((timings === "short" ? 5 : 4) * calm);
  },
);

test.each([
  { timings: "short", outage: 45 },
  { timings: "real", outage: 600 },
] as const)("after an outage of $outage s, $timings timings, records are read within a period", async (given) => {
  const { timelinePeriod, tick } = benchTimings[given.timings].timings;
  for (const seed of seeds) {
    const { world } = await calmWorld(seed, given.timings);
    const [source] = [...world.sandbox.instances.values()];
    const random = seededRandom(seed);
    world.isDown = true;
    await world.run(given.outage * second, () => {
      if (random() < 0.3) void liveChange(source!, random);
    });
    world.isDown = false;
    const isRead = async () =>
      (await Promise.all(resources.map((resource) => isMirrored(world, resource)))).every(Boolean);
    expect(await secondsUntil(world, isRead)).toBeLessThanOrEqual((timelinePeriod + 2 * tick) / second);
  }
});
