import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CompleteReads } from "./support/complete-reads.ts";
import { goneAndKnown, type OwnerWasRead, wrongDocumentFacts } from "./support/document-facts.ts";
import type { FlakySubscriber } from "./support/flaky-subscriber.ts";
import { journalText, journalTexts, type Life, livesOf, ownersIn, readOracle, stateText } from "./support/oracle.ts";
import { type Running, startProgram } from "./support/processes.ts";
import { apiAt, connectTo, sandboxProgram, subscriberForTest } from "./support/test-scope.ts";
import { Workload } from "./support/workload.ts";

const operatorKey = "e9d7e0e22ba0943e1c6a8092870b8363a505d9a67e8106204f53d2900a5d6df0";
const timings = {
  tick: 200,
  timelinePeriod: 400,
  ownerPeriod: 1_500,
  dormantPeriod: 1_500,
  roomPeriod: 1_500,
  sweepPeriod: 20_000,
  fastOverlap: 5_000,
  walkPeriod: 6_000,
  candidateAge: 1_000,
  confirmGap: 500,
  heldReview: 1_000,
  anchorLag: 3_000,
  documentTimelinePeriod: 2_000,
  snapshotPeriod: 4_000,
  snapshotPeriodCap: 8_000,
  startBy: 5_000,
  pollDeadline: 15_000,
  claimLife: 1_000,
  messageRetries: [200, 400, 800],
  backlogRetries: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
  // Shorter than a timeline's period, so that each visit is saved and shows which states it had to find.
  polledAtGap: 100,
};

const recordResources = ["person", "company", "project", "activity"] as const;
/** Whether a resource's records between two moments (unix ms) must have been read. */
type WasRead = (resource: string, from: number, until: number) => boolean;

test("300 changes arrive despite a hostile host, a kill and a failing subscriber", { timeout: 900_000 }, async () => {
  const chance = new SeededRandomness(42);
  const source = await sandboxProgram({ seed: 11, records: 24 });
  const { url: partnerUrl } = source;
  const dataDir = temporaryFolder();

  const reads = new CompleteReads(source.name);
  const runs: Running[] = [];
  const start = async (): Promise<Running> => {
    const hostile = { hostileSeed: 5, workers: 2, showsReads: true };
    const options = { partnerUrl, dataDir, port: 0, operatorKey, timings, ...hostile };
    const run = await startProgram("test/e2e/support/bridge-main.ts", [JSON.stringify(options)], (line) =>
      reads.takeLine(line),
    );
    runs.push(run);
    return run;
  };
  let bridge = await start();
  onTestFinished(() => bridge.kill("SIGTERM"));
  const api = apiAt(bridge.ready, operatorKey);

  const subscriber = await subscriberForTest(() => chance.fraction() < 0.2);
  const subscription = { url: subscriber.url, eventTypes: ["*"] };
  subscriber.trust((await api<{ secret: string }>("POST", "/v1/subscriptions", subscription)).secret);
  await connectTo(source, api, 300);

  const before = (await readOracle(partnerUrl, 0)).at(-1)?.sequence ?? 0;
  const client = await source.client();
  const workload = new Workload(client, {
    pick: (things) => things[Math.floor(chance.fraction() * things.length)]!,
    below: (n) => Math.floor(chance.fraction() * n),
  });
  await workload.prepare();
  for (let change = 0; change < 300; change += 1) {
    await workload.step();
    await sleep(40);
    // However slow the machine is, some current records are read to the end before they change again.
    if (change % 100 === 99) {
      const since = Date.now();
      const areRead = () => recordResources.every((resource) => reads.ofTimelines(resource, since, Date.now()));
      await until("the timelines are read to their end", 120_000, async () => areRead());
    }
    if (change === 249) {
      const since = Date.now();
      const owners = ownersIn(await readOracle(partnerUrl, before));
      const areRead = () => owners.every((owner) => reads.ofOwner(owner, since, Date.now()));
      await until("the owners are read to their end", 120_000, async () => areRead());
    }
    if (change === 150) {
      await bridge.kill("SIGKILL");
      bridge = await start();
    }
  }

  const oracle = await readOracle(partnerUrl, before);
  const lives = livesOf(oracle);
  const wasRead: WasRead = (...span) => reads.ofTimelines(...span);
  const ownerWasRead: OwnerWasRead = (...span) => reads.ofOwner(...span);
  const events = () => [...subscriber.distinct.values()].map(({ event }) => event);
  const missing = () => missingStates(lives, events(), wasRead);
  const journal = () => journalDifference(journalTexts(oracle), events());
  const documents = () => wrongDocumentFacts(oracle, events(), ownerWasRead);
  await until(
    "everything has arrived",
    180_000,
    async () => missing().length === 0 && journal().lost.length === 0 && documents().length === 0,
  ).catch(() => undefined);

  // First, because a right missing from the topology is the cause of anything else that is missing.
  expect(refusalsIn(runs)).toEqual(new Set());
  expect(missing()).toEqual([]);
  expect(passedStates(lives, wasRead).length).toBeGreaterThan(25);
  expect(journal()).toEqual({ lost: [], invented: [] });
  expect(documents()).toEqual([]);
  expect(goneAndKnown(oracle, ownerWasRead).length).toBeGreaterThan(0);
  expect(subscriber.unverified).toEqual([]);
  expect(subscriber.refused).toBeGreaterThan(50);
  expect(sameBytes(subscriber)).toEqual([]);
  expect(removedWhileLive(lives, subscriber)).toEqual([]);
});

/** What functions were refused, as "deliver may not read table deliveries". */
function refusalsIn(runs: readonly Running[]): ReadonlySet<string> {
  const lines = runs.flatMap(({ errors }) => errors).filter((line) => line.includes('"not_granted"'));
  return new Set(lines.map((line) => (JSON.parse(line) as { error: string }).error));
}

/** Past states that had to be found, because all of the record's timelines were read during them. */
function passedStates(lives: readonly Life[], wasRead: WasRead) {
  return lives.flatMap(({ resource, id, states }) =>
    states
      .slice(0, -1)
      .flatMap(({ body, from, until }) => (wasRead(resource, from, until) ? [{ resource, id, body }] : [])),
  );
}

/** Records with a missing state: each that had to be found, the last one, and the removal. */
function missingStates(lives: readonly Life[], events: readonly Envelope[], wasRead: WasRead): readonly string[] {
  const reported = new Map<string, { readonly states: Set<string>; last: Envelope }>();
  for (const event of events) {
    const key = `${event.subject.type}/${event.subject.id}`;
    const known = reported.get(key);
    const state = event.type.endsWith(".removed") ? "gone" : stateText(event.data);
    if (known === undefined) reported.set(key, { states: new Set([state]), last: event });
    else {
      known.states.add(state);
      if (event.subject.seq > known.last.subject.seq) known.last = event;
    }
  }
  return lives.flatMap((life) => {
    const { resource, id, states } = life;
    const known = reported.get(`${resource}/${id}`);
    const last = states.at(-1)?.body;
    const passed = passedStates([life], wasRead);
    if (known === undefined)
      return last === undefined && passed.length === 0 ? [] : [`${resource}/${id} never appeared`];
    const lastPublished = known.last.type.endsWith(".removed") ? "gone" : stateText(known.last.data);
    const wrongEnd =
      lastPublished === stateText(last) ? [] : [`${resource}/${id} ends with ${lastPublished}, not ${stateText(last)}`];
    const passedOver = passed.filter(({ body }) => !known.states.has(stateText(body)));
    return [...wrongEnd, ...passedOver.map(({ body }) => `${resource}/${id} never published ${stateText(body)}`)];
  });
}

/** Entries are compared as multisets, because two equal entries are two events (hazard 37). */
function journalDifference(expected: readonly string[], events: readonly Envelope[]) {
  const left = new Map<string, number>();
  for (const text of expected) left.set(text, (left.get(text) ?? 0) + 1);
  const invented: string[] = [];
  for (const event of events) {
    if (event.type !== "document_change.recorded" || event.owner === undefined || event.baseline === true) continue;
    const text = journalText(event.owner.type, event.owner.id, event.data ?? {});
    const count = left.get(text) ?? 0;
    if (count === 0) invented.push(text);
    else left.set(text, count - 1);
  }
  return { lost: [...left].filter(([, count]) => count > 0).map(([text]) => text), invented };
}

/** Everything that came more than once came with the same id and the same bytes. */
function sameBytes({ taken }: FlakySubscriber): readonly string[] {
  const first = new Map<string, string>();
  return taken.flatMap(({ event, body }) => {
    const known = first.get(event.id);
    if (known === undefined) first.set(event.id, body);
    return known === undefined || known === body ? [] : [event.id];
  });
}

/** Records only: events of documents and folders are checked change by change. */
function removedWhileLive(lives: readonly Life[], { distinct }: FlakySubscriber): readonly string[] {
  const gone = new Set(
    lives.filter(({ states }) => states.at(-1)?.body === undefined).map(({ resource, id }) => `${resource}/${id}`),
  );
  const records = [...distinct.values()].filter(
    ({ event }) => event.subject.type !== "document" && event.subject.type !== "folder",
  );
  return records.flatMap(({ event }) =>
    event.type.endsWith(".removed") && !gone.has(`${event.subject.type}/${event.subject.id}`) ? [event.id] : [],
  );
}

async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(250);
  }
}
