import { expect } from "vitest";
import type { Instance } from "../../infra/sandbox/store/instance.ts";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { type RecordResource, subject } from "../../shared/kernel/catalogue.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import { type MirrorItem, mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { digestOf } from "../../shared/mirror/records/canonical-record.ts";
import { bodiesOf, recordBody } from "../../shared/mirror/records/projections.ts";
import { capacityOf } from "../../shared/schedule/budget/token-bucket.ts";
import { bucketWindow } from "../../shared/schedule/tick/refilled-plan.ts";
import {
  mirroredDocuments,
  mirroredEntries,
  mirroredFolders,
  sourceDocuments,
  sourceEntries,
  sourceFolders,
} from "./documents-state.ts";
import { History, peculiarities } from "./history.ts";
import { IngestWorld, processes } from "./ingest-world.ts";
import { resources, serverRecords } from "./server-state.ts";
import type { WorldOptions } from "./world-options.ts";

const minutes = 60_000;

/** `SEEDS=100 vitest run --project simulation` runs more seeds. */
export const seeds = Array.from(
  { length: Number(process.env["SEEDS"] ?? 1) },
  (_, n) => n + Number(process.env["SEED"] ?? 1),
);

const requestsPerSecond = 3;
/** Walks are so frequent that two of them fit into the end of a run. */
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

/** A world at its end, and what happened in it. */
export type Lived = { readonly world: IngestWorld; readonly history: History };

/** Runs a random history with processes that crash, then a quiet time in which everything has to be found. */
export async function lived(seed: number, source: WorldOptions["source"] = {}): Promise<Lived> {
  const mortality = { death: 0.0005, fault: 0.001 };
  const world = new IngestWorld({ seed, mortality, requestsPerSecond, timings, source });
  const history = new History(world.sandbox, seed, {
    room: await world.openRoom(),
    isTold: (id) => world.events.some(({ type, subject: { id: told } }) => type === "company.removed" && told === id),
    isSuspected: (id) => world.awaitsConfirmation("company", id),
    ownCredentials: source.settings?.switches?.oneLiveToken === true,
  });
  await world.connect();
  const random = seededRandom(seed + 1_000);
  const change = () => {
    if (random() < 0.12) history.change();
  };
  await world.run(40 * minutes, change);
  for (let more = 0; more < 120 && missingIn(world, history).length > 0; more += 1)
    await world.run(1 * minutes, change);
  // Quiet, so that late commits become visible and two whole walks run. A long history loses so many records that some
  // removals are held.
  world.spare();
  for (let third = 0; third < 3; third += 1) {
    await world.run(25 * minutes);
    await world.approveRemovals();
  }
  await world.run(35 * minutes);
  return { world, history };
}

const itemsOf = (world: IngestWorld, resource: MirrorItem["resource"]): MirrorItem[] =>
  world.tables.mirror.items.flatMap((item) => {
    const parsed = mirrorItem.safeParse(item);
    return parsed.success && parsed.data.resource === resource ? [parsed.data] : [];
  });

/** Content by record: what the server shows, and the mirror's content in the same projection. */
export async function bothSides(world: IngestWorld, resource: RecordResource) {
  const client = await new History(world.sandbox, 0).client();
  const server = await serverRecords(client, resource);
  const live = itemsOf(world, resource).filter(({ state }) => state !== "deleted");
  const mirror = new Map(live.map(({ id, full, lean }) => [id, full?.digest ?? lean?.digest]));
  const expected = new Map(
    [...server].map(([id, { listed, read }]) => {
      const isFull = live.find((item) => item.id === id)?.full !== undefined;
      // Lists show persons and companies completely. For other records only the single read does.
      return [id, digestOf(resource, isFull && resource !== "person" && resource !== "company" ? read : listed)];
    }),
  );
  return { mirror, expected };
}

/** Checks that nothing is lost or invented: the mirror, the events and the source agree, within the budget. */
export async function expectFaithful({ world, history }: Lived): Promise<void> {
  for (const resource of resources) {
    const { mirror, expected } = await bothSides(world, resource);
    expect(Object.fromEntries(mirror), `the mirror of every ${resource}`).toEqual(Object.fromEntries(expected));
  }
  const owners = await shownOwners(world);
  const [source] = [...world.sandbox.instances.values()];
  const documents = mirroredDocuments(itemsOf(world, "document"), owners);
  expect(Object.fromEntries(documents), "documents").toEqual(Object.fromEntries(sourceDocuments(source!, owners)));
  const folders = mirroredFolders(itemsOf(world, "folder"), owners);
  expect(Object.fromEntries(folders), "folders").toEqual(Object.fromEntries(sourceFolders(source!, owners)));
  const entries = mirroredEntries(itemsOf(world, "document_change"), owners);
  expect(entries, "entries of change feeds, each as often").toEqual(sourceEntries(source!, owners));

  // A run in which little happened would prove little.
  expect(world.deaths).toBeGreaterThan(0);
  expect(missingIn(world, history)).toEqual([]);

  const ids = world.events.map(({ id }) => id);
  expect(new Set(ids).size, "event ids").toBe(ids.length);
  expect(foldedDifferences(world)).toEqual([]);
  expect(world.wrongRemovals).toEqual([]);
  expect(unredacted(world)).toEqual([]);
  for (const window of [1, 10, 60])
    expect(mostRequests(world, window * minutes), `requests in ${window} minutes`).toBeLessThanOrEqual(
      mostIn(window * 60, world.timings),
    );
}

const mustOccur = [
  ...["person.created", "person.updated", "company.removed", "activity.removed"],
  ...["document.created", "document.renamed", "document.removed", "document_change.recorded"],
];

/** What has to happen and be published before a history proves anything. */
function missingIn(world: IngestWorld, history: History): string[] {
  const types: ReadonlySet<string> = new Set(world.events.map(({ type }) => type));
  const [source] = [...world.sandbox.instances.values()];
  return [
    ...peculiarities.filter((name) => !history.happened.has(name)),
    ...mustOccur.filter((type) => !types.has(type)),
    ...(lateCommits(source!) === 0 ? ["late"] : []),
  ];
}

/** Owners of documents that the bridge's credential can see, and the rooms. */
async function shownOwners(world: IngestWorld): Promise<ReadonlySet<string>> {
  const client = await new History(world.sandbox, 0).client();
  const owners = new Set(world.rooms.map((id) => `Room#${id}`));
  for (const [type, resource] of ownerResources) {
    for (const id of (await serverRecords(client, resource)).keys()) owners.add(`${type}#${id}`);
  }
  return owners;
}

/** Changes that became visible after others that had begun later. */
function lateCommits(source: Instance): number {
  let [late, newest] = [0, ""];
  for (const { writtenAt } of source.journal.after(0, source.journal.last)) {
    if (writtenAt < newest) late += 1;
    else newest = writtenAt;
  }
  return late;
}

/** Events about an erasure that still contain what was erased. */
function unredacted(world: IngestWorld): string[] {
  return world.events.flatMap(({ id, type, data, changes = [], redacted }) => {
    const erases = type === "person.updated" && data?.["lastName"] === "(erased)" && changes.length > 1;
    return erases && (redacted !== true || changes.some(({ from }) => from !== undefined)) ? [id] : [];
  });
}

/** Subjects whose events, applied in the order of `seq` and `part`, don't result in what the mirror has. */
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
  return [...resources, "document", "folder"].flatMap((resource) =>
    itemsOf(world, subject.parse(resource)).flatMap((item) => {
      const event = last.get(`${resource}/${item.id}`);
      const told =
        event?.type.endsWith(".removed") === true ? "gone" : event?.data && digestOf(item.resource, event.data);
      const held =
        item.state === "deleted" ? "gone" : digestOf(item.resource, recordBody(item.resource, bodiesOf(item)));
      return told === held && event?.subject.seq === item.seq
        ? []
        : [`${resource}/${item.id}: told ${String(told)}, holds ${held}`];
    }),
  );
}

/** The most requests in any `window` (ms). */
/**
 * The most requests that may be sent in this many seconds (docs/scheduling.md): what each process's pace allows, and
 * for all of them together what is granted meanwhile, what the bucket contained, and what was granted earlier but not
 * yet sent.
 */
function mostIn(seconds: number, timings: Timings): number {
  const paced = processes * requestsPerSecond * (seconds + 10);
  const carried = (timings.startBy + timings.pollDeadline) / 1_000;
  const granted = requestsPerSecond * (seconds + carried) + capacityOf(requestsPerSecond, bucketWindow(timings));
  return Math.min(paced, granted);
}

function mostRequests({ requests }: IngestWorld, window: number): number {
  let [most, first] = [0, 0];
  for (const [last, at] of requests.entries()) {
    while (at - requests[first]! >= window) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
