import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createContainer } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { pollParts } from "../../functions/runtime/services/polling.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import { type Envelope, ownerType } from "../../shared/kernel/envelope.ts";
import { EngineUnavailableError } from "../../shared/kernel/errors.ts";
import type { Table, TableScanner } from "../../shared/kernel/ports/table.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { pollFeeds } from "../../shared/polling/visits/poll-feeds.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { around } from "../support/around.ts";
import { engineIn } from "../support/node-engine.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CompleteReads, showingReads } from "./support/complete-reads.ts";
import { goneAndKnown, type OwnerWasRead, wrongDocumentFacts } from "./support/document-facts.ts";
import { ownersIn, readOracle } from "./support/oracle.ts";
import { mirrorWithEvents, sandboxProgram } from "./support/test-scope.ts";
import { Workload } from "./support/workload.ts";

const timings = {
  ...defaultTimings,
  confirmGap: 500,
  lateReadMargin: 1_000,
  anchorLag: 2_000,
  documentTimelinePeriod: 1_000,
  snapshotPeriod: 2_000,
  snapshotPeriodCap: 4_000,
  sourceRetries: [50],
};

test("each change to a document or folder is published exactly once by two workers that crash", {
  timeout: 900_000,
}, async () => {
  const chance = new SeededRandomness(7);
  const source = await sandboxProgram({ seed: 5, records: 24 });
  const { url, name, credentials } = source;
  const reads = new CompleteReads(name);
  const { engine, events } = engineWithEvents(url, reads, () => chance.fraction() < 0.02);
  const registered = { name, credentials, requestsPerSecond: 50, rooms: undefined, now: Date.now() };
  await createContainer(engine).get(instanceRegistry).register(registered);

  const before = (await readOracle(url, 0)).at(-1)?.sequence ?? 0;
  const client = await source.client();
  const workload = new Workload(client, {
    pick: (things) => things[Math.floor(chance.fraction() * things.length)]!,
    below: (n) => Math.floor(chance.fraction() * n),
  });
  await workload.prepare();
  const owners = ownersIn(await readOracle(url, before));
  const feeds = owners.map(({ entityType, entityId }) =>
    ownerFeed(name, { type: ownerType.parse(entityType), id: entityId }),
  );
  await new FeedStore(engine.table("feeds")).putIfAbsent(feeds);

  let working = true;
  const work = async () => {
    const parts = createContainer(engine).get(pollParts);
    while (working) {
      for (const { feedId } of feeds) {
        const message = { instance: name, feedIds: [feedId], allowance: 6, startBy: Date.now() + 5_000 };
        await pollFeeds(parts, message).catch((error: unknown) => {
          if (!(error instanceof EngineUnavailableError)) throw error;
        });
        // A feed that waits out a backoff here would wait longer than the test after a crash.
        await engine.table("feeds").update({ key: { pk: feedId, sk: "feed" }, remove: ["retryAt"] });
      }
      await sleep(100);
    }
  };
  const workers = [work(), work()];
  for (let change = 0; change < 600; change += 1) {
    await workload.step();
    await sleep(18);
    // However slow the machine is, some current records are read to the end before they change again.
    if (change % 200 === 199) {
      const since = Date.now();
      await until(async () => owners.every((owner) => reads.ofOwner(owner, since, Date.now())));
    }
  }
  const oracle = await readOracle(url, before);
  const wasRead: OwnerWasRead = (...span) => reads.ofOwner(...span);
  const wrong = () => wrongDocumentFacts(oracle, events, wasRead);
  await until(async () => wrong().length === 0);
  working = false;
  await Promise.all(workers);
  expect(wrong()).toEqual([]);
  expect(goneAndKnown(oracle, wasRead).length).toBeGreaterThan(5);
  const reported = new Set(events.map(({ type }) => type));
  for (const verb of ["created", "renamed", "moved", "content_replaced", "removed"]) {
    expect(reported).toContain(`document.${verb}`);
  }
  for (const verb of ["created", "renamed", "removed"]) expect(reported).toContain(`folder.${verb}`);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

/** Also ends after two minutes. What isn't true then fails the test where it is checked. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await holds()) && Date.now() < end; ) await sleep(100);
}

/**
 * A node engine whose mirror is in memory and fails occasionally. It returns its events, and calls `reads` with each
 * owner that was read to the end.
 */
function engineWithEvents(
  partnerUrl: string,
  reads: CompleteReads,
  fails: () => boolean,
): { engine: Engine; events: Envelope[] } {
  const node = engineIn(temporaryFolder(), { settings: { partnerUrl, timings } });
  onTestFinished(() => {
    node.close();
  });
  const { mirror, events } = mirrorWithEvents();
  const crash = () => {
    if (fails()) throw new EngineUnavailableError("crashed");
  };
  around(mirror, "put", (put) => async (puts) => {
    crash();
    const outcomes = await put(puts);
    crash();
    return outcomes;
  });
  const feeds = showingReads(node.table("feeds"), (read) => {
    reads.add(read);
  });
  const tables = new Map<string, Table & TableScanner>([
    ["mirror", mirror],
    ["feeds", feeds],
  ]);
  return { engine: { ...node, table: (name) => tables.get(name) ?? node.table(name) }, events };
}
