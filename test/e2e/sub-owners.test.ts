import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createContainer } from "../../functions/runtime/container.ts";
import { pollParts } from "../../functions/runtime/services/polling.ts";
import { subOwners } from "../../functions/runtime/services/schedule.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { pollFeeds } from "../../shared/polling/poll-feeds.ts";
import { eventsFrom } from "../../shared/publishing/events-from.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds, ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { PartnerClient } from "./support/partner-client.ts";
import { startProgram } from "./support/processes.ts";

const timings = { ...defaultTimings, confirmGap: 200, lateReadMargin: 200, candidateAge: 0, sourceRetries: [50] };

/** A bridge, a source with an activity of a phase, and a document of each. The bridge has read both records. */
async function connected(settings: { readonly activityOwners?: boolean; readonly phaseOwners?: boolean }) {
  const program = JSON.stringify({ seed: 3, records: 24 });
  const sandbox = await startProgram("test/e2e/support/sandbox-main.ts", [program]);
  onTestFinished(() => sandbox.kill("SIGTERM"));
  const { url, instances } = JSON.parse(sandbox.ready) as {
    url: string;
    instances: { name: string; clientId: string; clientSecret: string }[];
  };
  const [{ name, clientId, clientSecret }] = instances as [(typeof instances)[0]];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/__sandbox/${name}/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { phases: { id: string; projectId: string }[] };
  };
  await ask("PATCH", "settings", { ...settings, switches: { actorPermissions: false, lateCommits: false } });
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-sub-owners-"));
  const engine = createSqliteEngine({
    dataDir,
    settings: { partnerUrl: url, allowInsecureEndpoints: true, operatorKeyHash: "", timings },
    logger: new SilentLogger(),
    metrics: new InMemoryMetrics(),
  });
  onTestFinished(() => {
    engine.close();
    rmSync(dataDir, { recursive: true });
  });
  const events: Envelope[] = [];
  const mirror = new MemoryTable("mirror", {
    onChange: ({ before, after }) => {
      if (after?.["changeLog"] === undefined) return;
      events.push(...eventsFrom(before && mirrorItem.parse(before), mirrorItem.parse(after)));
    },
  });
  const container = createContainer({ ...engine, table: (of) => (of === "mirror" ? mirror : engine.table(of)) });
  await container.get(instanceRegistry).register({
    name,
    credentials: { clientId, clientSecret },
    requestsPerSecond: 50,
    rooms: undefined,
    now: Date.now(),
  });
  const feeds = new FeedStore(engine.table("feeds"));
  await feeds.putIfAbsent(fixedFeeds(name));
  const parts = container.get(pollParts);
  const poll = async (...feedIds: readonly string[]) => {
    for (const feedId of feedIds) {
      await pollFeeds(parts, { instance: name, feedIds: [feedId], allowance: 200, startBy: Date.now() + 30_000 });
    }
  };
  const kinds = (...wanted: readonly string[]) =>
    fixedFeeds(name).flatMap(({ kind, feedId }) => (wanted.includes(kind) ? [feedId] : []));

  const client = await PartnerClient.connect(url, name, clientId, clientSecret);
  await poll(...kinds("project-timeline", "activity-timeline"));
  const { phases } = await ask("GET", "directory");
  const [phase] = phases as [(typeof phases)[0]];
  // The phase is known as soon as one of its activities was read by id, like a new one.
  const activity = await client.post("/activity", {
    ...{ name: "With a phase", projectId: phase.projectId, projectPhaseId: phase.id },
  });
  const later = await client.post("/activity", { name: "Later", projectId: phase.projectId });
  await poll(...kinds("activity-timeline"));
  const feedOf = (id: string) => ownerFeed(name, { type: "Project", id }).feedId;
  const upload = (owner: string, file: string) =>
    client.upload("POST", "/document", file, "text", { entityType: "Project", entityId: owner });
  const forget = async (...attributes: readonly string[]) => {
    for (const feedId of kinds("activity-walk")) {
      await engine.table("feeds").update({ key: { pk: feedId, sk: "feed" }, remove: attributes });
    }
  };
  /** Another walk from the start, as on the next night. */
  const walk = async () => {
    await forget("checkpoint", "retryAt");
    await poll(...kinds("activity-walk"));
  };
  /** The walk continues its reads once the wait between them is over. */
  const goOn = async () => {
    await forget("retryAt");
    await poll(...kinds("activity-walk"));
  };
  const answers = () => container.get(subOwners).answers(name);
  return { client, events, poll, kinds, walk, goOn, answers, feeds, feedOf, upload, phase, activity, later };
}

const told = (events: readonly Envelope[], id: string) =>
  events.filter(({ subject }) => subject.id === id).map(({ type, owner }) => ({ type, owner }));

test("if the source resolves activities and phases, their documents are published with their owners", async () => {
  const bridge = await connected({ activityOwners: true, phaseOwners: true });
  const { client, events, poll, feeds, feedOf, upload, phase, activity, later } = bridge;
  expect(await feeds.load(feedOf(activity.id))).toBeUndefined();
  await bridge.walk();
  expect(await bridge.answers()).toMatchObject({ activity: { resolves: true }, phase: { resolves: true } });

  const ofActivity = await upload(activity.id, "a.txt");
  const ofPhase = await upload(phase.id, "p.txt");
  await poll(feedOf(activity.id), feedOf(phase.id), feedOf(later.id));
  const activityOwner = { type: "Project", id: activity.id, subOwner: "activity" };
  const phaseOwner = { type: "Project", id: phase.id, subOwner: "phase" };
  expect(told(events, ofActivity.id)).toEqual([{ type: "document.created", owner: activityOwner }]);
  expect(told(events, ofPhase.id)).toEqual([{ type: "document.created", owner: phaseOwner }]);

  // A record that comes later comes with its feed, which goes with it.
  const fresh = await client.post("/activity", { name: "Fresh", projectId: phase.projectId });
  await poll(...bridge.kinds("activity-timeline"));
  const ofFresh = await upload(fresh.id, "f.txt");
  await poll(feedOf(fresh.id));
  expect(told(events, ofFresh.id)).toMatchObject([{ type: "document.created" }]);
  await client.delete(`/activity/${fresh.id}?mode=delete`);
  await bridge.walk();
  for (let visit = 0; visit < 40 && told(events, ofFresh.id).length < 2; visit += 1) {
    await sleep(250);
    await bridge.goOn();
    await poll(feedOf(fresh.id));
  }
  expect(told(events, fresh.id).map(({ type }) => type)).toEqual(["activity.created", "activity.removed"]);
  expect(told(events, ofFresh.id)).toEqual([
    { type: "document.created", owner: { type: "Project", id: fresh.id, subOwner: "activity" } },
    { type: "document.removed", owner: { type: "Project", id: fresh.id, subOwner: "activity" } },
  ]);
});

test("if the source doesn't resolve them, they aren't polled, and each kind is tracked separately", async () => {
  const bridge = await connected({ phaseOwners: true });
  await bridge.walk();
  expect(await bridge.answers()).toMatchObject({ activity: { resolves: false }, phase: { resolves: true } });
  expect(await bridge.feeds.load(bridge.feedOf(bridge.activity.id))).toBeUndefined();
  expect(await bridge.feeds.load(bridge.feedOf(bridge.phase.id))).toMatchObject({ owner: { subOwner: "phase" } });
  const none = await connected({});
  await none.walk();
  expect(await none.answers()).toMatchObject({ activity: { resolves: false }, phase: { resolves: false } });
  expect(await none.feeds.load(none.feedOf(none.phase.id))).toBeUndefined();
});
