import { expect, test } from "vitest";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { digestOf } from "../../shared/mirror/digest-of.ts";
import { type MirrorItem, mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../../shared/mirror/records/projections.ts";
import type { RecordResource } from "../../shared/polling/observation.ts";
import { mirroredDocuments, sourceDocuments } from "./documents-state.ts";
import { History } from "./history.ts";
import { IngestWorld } from "./ingest-world.ts";
import { resources, serverRecords } from "./server-state.ts";

const minutes = 60_000;

/** More of them: `SEEDS=100 vitest run --project simulation`. */
const seeds = Array.from({ length: Number(process.env["SEEDS"] ?? 1) }, (_, n) => n + Number(process.env["SEED"] ?? 1));

const requestsPerSecond = 3;
/** Walks come often, so that two of them fit into the end of a run. */
const timings = {
  walkPeriod: 30 * minutes,
  candidateAge: 5 * minutes,
  snapshotPeriod: 20 * minutes,
  snapshotPeriodCap: 20 * minutes,
  documentTimelinePeriod: 10 * minutes,
};

const ownerResources = [
  ["Company", "company"],
  ["Person", "person"],
  ["Project", "project"],
] as const;

async function lived(seed: number): Promise<IngestWorld> {
  const world = new IngestWorld({ seed, mortality: { death: 0.0002, fault: 0.0005 }, requestsPerSecond, timings });
  await world.connect();
  const history = new History(world.sandbox, seed);
  const random = seededRandom(seed + 1_000);
  const change = () => {
    if (random() < 0.12) history.change();
  };
  await world.run(40 * minutes, change);
  // Quiet, for late commits to stand and for two whole walks.
  world.spare();
  await world.run(75 * minutes);
  return world;
}

const itemsOf = (world: IngestWorld, resource: MirrorItem["resource"]): MirrorItem[] =>
  world.tables.mirror.items.flatMap((item) => {
    const parsed = mirrorItem.safeParse(item);
    return parsed.success && parsed.data.resource === resource ? [parsed.data] : [];
  });

/** Content by record: what the server shows, and what the mirror holds of the same projection. */
async function bothSides(world: IngestWorld, resource: RecordResource) {
  const client = await new History(world.sandbox, 0).client();
  const server = await serverRecords(client, resource);
  const live = itemsOf(world, resource).filter(({ state }) => state !== "deleted");
  const mirror = new Map(live.map(({ id, full, lean }) => [id, full?.digest ?? lean?.digest]));
  const expected = new Map(
    [...server].map(([id, { listed, read }]) => {
      const isFull = live.find((item) => item.id === id)?.full !== undefined;
      // Persons and companies are listed in full; of the others the single read is full.
      return [id, digestOf(resource, isFull && resource !== "person" && resource !== "company" ? read : listed)];
    }),
  );
  return { mirror, expected };
}

test.each(seeds)("seed %i: random histories and random crashes lose nothing and invent nothing", async (seed) => {
  const world = await lived(seed);
  for (const resource of resources) {
    const { mirror, expected } = await bothSides(world, resource);
    expect(Object.fromEntries(mirror), `the mirror of every ${resource}`).toEqual(Object.fromEntries(expected));
  }
  const { expected, mirror } = await documentsOnBothSides(world);
  expect(Object.fromEntries(mirror), "the mirror of every document").toEqual(Object.fromEntries(expected));
  expect(world.deaths).toBeGreaterThan(0);
  // A run in which little happened would prove little.
  const types = new Set(world.events.map(({ type }) => type));
  expect([...types]).toEqual(expect.arrayContaining(["person.created", "person.updated", "activity.removed"]));
  const ids = world.events.map(({ id }) => id);
  expect(new Set(ids).size, "event ids").toBe(ids.length);
  expect(foldedDifferences(world)).toEqual([]);
  expect(world.wrongRemovals).toEqual([]);
  expect(mostRequests(world, 10 * minutes)).toBeLessThanOrEqual(requestsPerSecond * 10 * 60);
});

/** Documents of the owners that the bridge's credential can see. */
async function documentsOnBothSides(world: IngestWorld) {
  const client = await new History(world.sandbox, 0).client();
  const owners = new Set<string>();
  for (const [type, resource] of ownerResources) {
    for (const id of (await serverRecords(client, resource)).keys()) owners.add(`${type}#${id}`);
  }
  const [source] = [...world.sandbox.instances.values()];
  return { expected: sourceDocuments(source!, owners), mirror: mirroredDocuments(itemsOf(world, "document"), owners) };
}

/** Records whose events, folded by `seq` and `part`, don't end in what the mirror holds. */
function foldedDifferences(world: IngestWorld): string[] {
  const last = new Map<string, Envelope>();
  for (const event of world.events) {
    const key = `${event.subject.type}/${event.subject.id}`;
    const known = last.get(key)?.subject;
    const isNewer =
      known === undefined ||
      event.subject.seq > known.seq ||
      (event.subject.seq === known.seq && event.subject.part > known.part);
    if (isNewer) last.set(key, event);
  }
  return resources.flatMap((resource) =>
    itemsOf(world, resource).flatMap((item) => {
      const event = last.get(`${resource}/${item.id}`);
      const told = event?.type.endsWith(".removed") === true ? "gone" : event?.data && digestOf(resource, event.data);
      const held = item.state === "deleted" ? "gone" : digestOf(resource, recordBody(resource, bodiesOf(item)));
      return told === held && event?.subject.seq === item.seq
        ? []
        : [`${resource}/${item.id}: told ${String(told)}, holds ${held}`];
    }),
  );
}

/** The most requests in any `window` (ms). */
function mostRequests({ requests }: IngestWorld, window: number): number {
  let [most, first] = [0, 0];
  for (const [last, at] of requests.entries()) {
    while (at - requests[first]! >= window) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
