import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createContainer } from "../../functions/runtime/container.ts";
import { pollParts } from "../../functions/runtime/services/polling.ts";
import { subOwners } from "../../functions/runtime/services/schedule.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { pollFeeds } from "../../shared/polling/visits/poll-feeds.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds, ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { engineIn } from "../support/node-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { mirrorWithEvents, sandboxProgram } from "./support/test-scope.ts";

const timings = { ...defaultTimings, confirmGap: 200, lateReadMargin: 200, candidateAge: 0, sourceRetries: [50] };

/** A bridge, a source with an activity of a phase, and a document of each. The bridge has read both records. */
async function connected(settings: { readonly activityOwners?: boolean; readonly phaseOwners?: boolean }) {
  const source = await sandboxProgram({ seed: 3, records: 24 });
  const { url, name, credentials } = source;
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/__sandbox/${name}/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { phases: { id: string; projectId: string }[] };
  };
  await ask("PATCH", "settings", { ...settings, switches: { actorPermissions: false, lateCommits: false } });
  const engine = engineIn(temporaryFolder(), { settings: { partnerUrl: url, timings } });
  onTestFinished(() => {
    engine.close();
  });
  const { mirror, events } = mirrorWithEvents();
  const container = createContainer({ ...engine, table: (of) => (of === "mirror" ? mirror : engine.table(of)) });
  const registered = { name, credentials, requestsPerSecond: 50, rooms: undefined, now: Date.now() };
  await container.get(instanceRegistry).register(registered);
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

  const client = await source.client();
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

const reported = (events: readonly Envelope[], id: string) =>
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
  expect(reported(events, ofActivity.id)).toEqual([{ type: "document.created", owner: activityOwner }]);
  expect(reported(events, ofPhase.id)).toEqual([{ type: "document.created", owner: phaseOwner }]);

  // A record that comes later comes with its feed, which goes with it.
  const fresh = await client.post("/activity", { name: "Fresh", projectId: phase.projectId });
  await poll(...bridge.kinds("activity-timeline"));
  const ofFresh = await upload(fresh.id, "f.txt");
  await poll(feedOf(fresh.id));
  expect(reported(events, ofFresh.id)).toMatchObject([{ type: "document.created" }]);
  await client.delete(`/activity/${fresh.id}?mode=delete`);
  await bridge.walk();
  for (let visit = 0; visit < 40 && reported(events, ofFresh.id).length < 2; visit += 1) {
    await sleep(250);
    await bridge.goOn();
    await poll(feedOf(fresh.id));
  }
  expect(reported(events, fresh.id).map(({ type }) => type)).toEqual(["activity.created", "activity.removed"]);
  expect(reported(events, ofFresh.id)).toEqual([
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
