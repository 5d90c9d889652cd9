import { beforeEach, expect, it, test } from "vitest";
import { jobKey, type ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { partnerPartition } from "../../../../shared/partners/partner-key.ts";
import { subscriptionKey } from "../../../../shared/subscriptions/subscription.ts";
import { type DeliveryWorld, subscribed } from "../delivery-world.ts";
import { replaysOver, wantedReplay } from "./replays-over.ts";

const day = 86_400_000;
let world: DeliveryWorld;
let replays: ReturnType<typeof replaysOver>;
beforeEach(async () => {
  world = subscribed({}, { pageSize: 1_000 });
  await world.subscriptions.put(["sub_1", "sub_2"].map((id) => ({ item: subscriptionKey("prt_1", id) })));
  replays = replaysOver(world, async () => ({ matches: [], scanned: 1, cursor: { instance: 0 }, done: false }));
});

const stateOf = async (job: ReplayJob) => (await replays.find(job))?.state;
const claimsItem = () => world.subscriptions.items.find(({ sk }) => sk === "replay-claims");

/** Another process claims a place, until then. */
async function claimed(id: string, perSecond: number, until: number): Promise<void> {
  const key = { pk: partnerPartition("prt_1"), sk: "replay-claims" };
  await world.subscriptions.put([
    { item: { ...key, claims: [{ id, subscription: "sub_1", perSecond, until }], rev: 7 } },
  ]);
}

/** How many chunks a sweep requests after so many ms. */
async function sweepAfter(ms: number): Promise<number> {
  world.recover.take();
  world.clock.advance(ms);
  await replays.replays.sweep();
  return world.recover.take().length;
}

test("a replay that is about to run counts until its claim ends, unless the clock was set back", async () => {
  await claimed("rpl_other", 30, world.clock.now() + 30_000);
  expect(await replays.start(30)).toEqual({ refusal: { free: 20 } });
  expect(await replays.start(20)).toMatchObject({ state: "running" });
  expect(claimsItem()).toMatchObject({ claims: [{ id: "rpl_other" }] });
  world.clock.advance(30_000);
  await replays.started(1);
  expect(claimsItem()).toMatchObject({ claims: [] });
  await claimed("rpl_other", 30, world.clock.now() + 60_001);
  expect(await replays.start(29)).toMatchObject({ state: "running" });
});

test("a running replay whose claim couldn't be removed counts once", async () => {
  const { id } = await replays.started(30);
  await claimed(id, 30, world.clock.now() + 30_000);
  expect(await replays.start(20)).toMatchObject({ state: "running" });
});

test("paused replays use no quota, but count as replays of their subscription, and one of them may resume", async () => {
  const jobs: ReplayJob[] = [];
  for (let n = 0; n < 5; n += 1) {
    world.clock.advance(1);
    jobs.push(await replays.started(50));
  }
  for (const job of jobs) await replays.store.change(job, "running", "paused");
  expect(await replays.start(1)).toEqual({ refusal: "tooMany" });
  expect(await replays.start(50, 50, "sub_2")).toMatchObject({ state: "running" });
  expect(await replays.store.resume(jobs[0]!, 50)).toEqual({ refusal: { free: 0 } });
  expect(await replays.store.resume(jobs[0]!, 100)).toBe(true);
  expect((await replays.store.list("prt_1", "sub_1")).map(({ id }) => id)).toEqual(
    jobs.map(({ id }) => id).toReversed(),
  );
});

test("a replay whose last chunk is still being sent may resume within its own quota", async () => {
  const job = await replays.started(50);
  await replays.run(job);
  await replays.store.change(job, "running", "paused");
  expect(await replays.start(1)).toEqual({ refusal: { free: 0 } });
  expect(await replays.store.resume(job, 50)).toBe(true);
});

test("a sweep requests the chunk of a replay whose message was lost, and none of a paused or ended one", async () => {
  const job = await replays.started(50);
  await replays.run(job);
  // Nine tenths of the pause after an empty chunk, and a minute.
  expect([await sweepAfter(64_499), await sweepAfter(1)]).toEqual([0, 1]);
  await replays.store.change(job, "running", "paused");
  expect(await sweepAfter(day)).toBe(0);
  await replays.store.resume(job, 50);
  expect(await sweepAfter(0), "its message may be lost, too").toBe(1);
  const late = await replays.store.claim("prt_1", job.id);
  await replays.store.change(job, "running", "paused");
  await replays.store.advance(late!, { cursor: { instance: 0 }, scanned: 0, sent: 0, done: false }, world.clock.now());
  expect(await sweepAfter(day)).toBe(1);
  await replays.run(job);
  expect(await sweepAfter(day)).toBe(0);
  await replays.store.resume(job, 50);
  const last = await replays.store.claim("prt_1", job.id);
  await replays.store.advance(last!, { cursor: { instance: 0 }, scanned: 0, sent: 0, done: true }, world.clock.now());
  expect([await stateOf(job), await sweepAfter(day)]).toEqual(["completed", 0]);
});

test("only a replay that has ended says when", async () => {
  const job = await replays.started(1);
  await replays.store.change(job, "running", "paused");
  expect(await replays.find(job)).not.toHaveProperty("endedAt");
  await replays.store.change(job, "paused", "cancelled");
  expect(await replays.find(job)).toMatchObject({ endedAt: world.clock.now() });
});

/** Stores a replay with each of these ids. */
async function stored(ids: readonly string[], fields: JsonObject): Promise<void> {
  const job = {
    ...wantedReplay(world, 1),
    createdAt: 1,
    cursor: { instance: 0 },
    scanned: 0,
    sent: 0,
    chunk: 0,
    ...fields,
  };
  await world.subscriptions.put(ids.map((id) => ({ item: { ...job, ...jobKey("prt_1", id), id } })));
}

it.each([
  { name: "the newest hundred", count: 102, fields: {}, left: [2, 102] },
  { name: "those of thirty days", count: 2, fields: { age: 30 * day }, left: [0, 2] },
  { name: "none that is older", count: 2, fields: { age: 30 * day + 1 }, left: [2, 2] },
  { name: "those that are still being sent", count: 2, fields: { age: 31 * day, sending: 1 }, left: [0, 2] },
])("of a partner's ended replays, $name are kept when another starts", async ({ count, fields, left }) => {
  const { age = 0, sending = 0 } = { age: undefined, sending: undefined, ...fields };
  const now = world.clock.now();
  const ids = Array.from({ length: count }, (_, n) => `rpl_0${String(n).padStart(4, "0")}`);
  await stored(["rpl_"], { state: "paused" });
  await stored(ids, { state: "completed", endedAt: now - age, sendingUntil: now - age + (sending && age + 1) });
  const { id } = await replays.started(1, "sub_2");
  const kept = world.subscriptions.items.flatMap(({ sk }) => (sk.startsWith("job#") ? [sk.slice(4)] : []));
  expect(kept.toSorted(), "and all that are paused").toEqual(["rpl_", ...ids.slice(...left), id]);
});

test("a paused replay whose subscription was deleted is cancelled when its partner starts another", async () => {
  const [kept, orphan] = [await replays.started(1), await replays.started(1, "sub_gone")];
  for (const job of [kept, orphan]) await replays.store.change(job, "running", "paused");
  await replays.started(1);
  expect([await stateOf(kept), await stateOf(orphan)]).toEqual(["paused", "cancelled"]);
});
