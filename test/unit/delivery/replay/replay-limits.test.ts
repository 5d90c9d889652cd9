import { beforeEach, expect, it, test } from "vitest";
import { jobKey, type ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { Replays } from "../../../../shared/delivery/replay/replays.ts";
import { freshDraw } from "../../../../shared/kernel/draw.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { partnerPartition } from "../../../../shared/partners/partner-key.ts";
import { subscriptionKey } from "../../../../shared/subscriptions/subscription.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import { DeliveryWorld } from "../delivery-world.ts";

const day = 86_400_000;
let world: DeliveryWorld;
let store: ReplayStore;
let replays: Replays;
beforeEach(async () => {
  world = new DeliveryWorld({ pageSize: 1_000 });
  world.subscribe("sub_1");
  const stored = ["sub_1", "sub_2"].map((id) => ({ item: subscriptionKey("prt_1", id) }));
  await world.subscriptions.put(stored);
  const { clock, deliver, recover, logger, subscriptions: table, partners } = world;
  store = new ReplayStore({ ...testContext({ clock }), table });
  const chunk = { matches: [], scanned: 1, cursor: { instance: 0 }, done: false };
  const source = faked(ReplaySource, { chunk: async () => chunk });
  replays = new Replays({
    ...testContext({ clock, logger }),
    ...{ table, store, source, subscriptions: world.store, partners, deliver, recover },
  });
});

const wanted = (perSecond: number, subscription = "sub_1") => ({
  ...{ partner: "prt_1", subscription, instances: ["acme"], perSecond },
  criteria: { undelivered: false, since: 0, until: 1 },
});
const start = (perSecond: number, quota = 50, subscription = "sub_1") =>
  store.create(wanted(perSecond, subscription), quota, freshDraw(world));
async function started(perSecond: number, subscription?: string): Promise<ReplayJob> {
  const job = await start(perSecond, 1_000, subscription);
  if ("refusal" in job) throw new Error("refused");
  return job;
}
const run = ({ id }: ReplayJob) => replays.run({ kind: "replay", partner: "prt_1", job: id });
const stateOf = async ({ id }: ReplayJob) => (await store.find("prt_1", id))?.state;
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
  await replays.sweep();
  return world.recover.take().length;
}

test("a replay that is about to run counts until its claim ends, unless the clock was set back", async () => {
  await claimed("rpl_other", 30, world.clock.now() + 30_000);
  expect(await start(30)).toEqual({ refusal: { free: 20 } });
  expect(await start(20)).toMatchObject({ state: "running" });
  expect(claimsItem()).toMatchObject({ claims: [{ id: "rpl_other" }] });
  world.clock.advance(30_000);
  await started(1);
  expect(claimsItem()).toMatchObject({ claims: [] });
  await claimed("rpl_other", 30, world.clock.now() + 60_001);
  expect(await start(29)).toMatchObject({ state: "running" });
});

test("a running replay whose claim couldn't be removed counts once", async () => {
  const { id } = await started(30);
  await claimed(id, 30, world.clock.now() + 30_000);
  expect(await start(20)).toMatchObject({ state: "running" });
});

test("a subscription has at most five replays at once", async () => {
  for (let n = 0; n < 5; n += 1) await started(1);
  expect(await start(1)).toEqual({ refusal: "tooMany" });
});

test("paused replays use no quota, but count as replays of their subscription, and one of them may resume", async () => {
  const jobs: ReplayJob[] = [];
  for (let n = 0; n < 5; n += 1) {
    world.clock.advance(1);
    jobs.push(await started(50));
  }
  for (const job of jobs) await store.change(job, "running", "paused");
  expect(await start(1)).toEqual({ refusal: "tooMany" });
  expect(await start(50, 50, "sub_2")).toMatchObject({ state: "running" });
  expect(await store.resume(jobs[0]!, 50)).toEqual({ refusal: { free: 0 } });
  expect(await store.resume(jobs[0]!, 100)).toBe(true);
  expect((await store.list("prt_1", "sub_1")).map(({ id }) => id)).toEqual(jobs.map(({ id }) => id).toReversed());
});

test("a replay whose last chunk is still being sent may resume within its own quota", async () => {
  const job = await started(50);
  await run(job);
  await store.change(job, "running", "paused");
  expect(await start(1)).toEqual({ refusal: { free: 0 } });
  expect(await store.resume(job, 50)).toBe(true);
});

test("a sweep requests the chunk of a replay whose message was lost, and none of a paused or ended one", async () => {
  const job = await started(50);
  await run(job);
  // The pause after an empty chunk, and a minute.
  expect([await sweepAfter(63_999), await sweepAfter(1)]).toEqual([0, 1]);
  await store.change(job, "running", "paused");
  expect(await sweepAfter(day)).toBe(0);
  await store.resume(job, 50);
  expect(await sweepAfter(0), "its message may be lost, too").toBe(1);
  const late = await store.claim("prt_1", job.id);
  await store.change(job, "running", "paused");
  await store.advance(late!, { cursor: { instance: 0 }, scanned: 0, sent: 0, done: false }, world.clock.now());
  expect(await sweepAfter(day)).toBe(1);
  await run(job);
  expect(await sweepAfter(day)).toBe(0);
  await store.resume(job, 50);
  const last = await store.claim("prt_1", job.id);
  await store.advance(last!, { cursor: { instance: 0 }, scanned: 0, sent: 0, done: true }, world.clock.now());
  expect([await stateOf(job), await sweepAfter(day)]).toEqual(["completed", 0]);
});

test("only a replay that has ended says when", async () => {
  const job = await started(1);
  await store.change(job, "running", "paused");
  expect(await store.find("prt_1", job.id)).not.toHaveProperty("endedAt");
  await store.change(job, "paused", "cancelled");
  expect(await store.find("prt_1", job.id)).toMatchObject({ endedAt: world.clock.now() });
});

/** Stores a replay with each of these ids. */
async function stored(ids: readonly string[], fields: JsonObject): Promise<void> {
  const job = { ...wanted(1), createdAt: 1, cursor: { instance: 0 }, scanned: 0, sent: 0, chunk: 0, ...fields };
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
  const { id } = await started(1, "sub_2");
  const kept = world.subscriptions.items.flatMap(({ sk }) => (sk.startsWith("job#") ? [sk.slice(4)] : []));
  expect(kept.toSorted(), "and all that are paused").toEqual(["rpl_", ...ids.slice(...left), id]);
});

test("a paused replay whose subscription was deleted is cancelled when its partner starts another", async () => {
  const [kept, orphan] = [await started(1), await started(1, "sub_gone")];
  for (const job of [kept, orphan]) await store.change(job, "running", "paused");
  await started(1);
  expect([await stateOf(kept), await stateOf(orphan)]).toEqual(["paused", "cancelled"]);
});
