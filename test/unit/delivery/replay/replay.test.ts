import { beforeEach, describe, expect, it, vi } from "vitest";
import type { IncomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { ReplayControl } from "../../../../shared/delivery/replay/replay-control.ts";
import { replayMessage } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { type NewReplay, ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { Replays } from "../../../../shared/delivery/replay/replays.ts";
import type { Envelope } from "../../../../shared/kernel/envelope.ts";
import { WaitingRequests } from "../../../../shared/partners/waiting-requests.ts";
import { EventStore } from "../../../../shared/publishing/event-store.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { detectedAt, idOf } from "../../fanout/an-event.ts";
import { answered, aSubscription, type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

let world: DeliveryWorld;
let store: ReplayStore;
let replays: Replays;
let control: ReplayControl;
let eventStore: EventStore;

beforeEach(() => {
  world = subscribed({}, { pageSize: 3 });
  const { clock, randomness, deliveries, deliver, deliverSlow, recover, logger, subscriptions: table } = world;
  eventStore = new EventStore({ ...testContext({ clock }), events: new MemoryTable("events", { pageSize: 3 }) });
  const parts = { ...testContext({ clock, randomness, logger }), table, deliveries, deliver, deliverSlow, recover };
  const source = new ReplaySource({ ...parts, events: eventStore });
  store = new ReplayStore(parts);
  replays = new Replays({ ...parts, store, source, subscriptions: world.store, partners: world.partners });
  const waiting = faked(WaitingRequests, { inPlace: async (_places, _request, work) => work() });
  control = new ReplayControl({ ...parts, store, source, circuits: world.circuits, waiting });
});

async function publish(n: number, fields: Partial<Envelope> = {}): Promise<IncomingDelivery> {
  const message = world.message(n, fields);
  await eventStore.put([world.events.get(message.event)!]);
  return message;
}

const asked = (criteria: Partial<NewReplay["criteria"]> = {}, perSecond = 50): NewReplay => ({
  partner: "prt_1",
  subscription: "sub_1",
  criteria: { undelivered: false, since: detectedAt - 60_000, until: world.clock.now() + 60_000, ...criteria },
  instances: ["acme"],
  perSecond,
});

async function started(replay: NewReplay) {
  const job = await control.start(replay);
  if ("refusal" in job) throw new Error("refused");
  return job;
}

/** Runs the requested chunks, and returns their number. */
async function work(): Promise<number> {
  const messages = world.recover.take();
  for (const message of messages) await replays.run(replayMessage.parse(message));
  return messages.length;
}

const sent = () =>
  world.queued().map(({ message, delaySeconds }) => ({ event: message.event, run: message.run, delaySeconds }));

describe("a replay", () => {
  it("resends matches with the same id, a new run, and a header that says so", async () => {
    const message = await publish(1);
    await publish(2, { type: "project.created", subject: { type: "project", id: "p", seq: 1, part: 1 } });
    world.endpoints.set("sub_1", aSubscription({ eventTypes: ["person.*"] }));
    await world.run(message);
    const job = await started(asked());
    await work();
    const [again] = world.queued();
    expect(again!.message).toMatchObject({ event: idOf(1), run: job.id, attempt: 1, slow: true });
    await world.run(again!.message);
    const [first, second] = world.posts;
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect([first!.headers["webhook-replay"], second!.headers["webhook-replay"]]).toEqual([undefined, "true"]);
    expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed", scanned: 2, sent: 1 });
    expect(world.recover.sent).toEqual([]);
  });

  it("keeps its rate: ten seconds' worth at a time, spread over them", async () => {
    for (let n = 1; n <= 25; n += 1) await publish(n);
    const job = await started(asked({}, 2));
    expect(await work()).toBe(1);
    const first = sent();
    expect(first).toHaveLength(20);
    const early = first.map(({ delaySeconds }, at) => at / 2 - delaySeconds);
    expect(early.filter((seconds) => seconds < 0 || seconds > 0.04)).toEqual([]);
    expect(world.recover.sent).toMatchObject([{ delaySeconds: 10, group: "prt_1" }]);
    // A repeat of its message comes too early, and changes nothing.
    await replays.run({ kind: "replay", partner: "prt_1", job: job.id });
    expect(sent()).toEqual([]);
    world.clock.advance(10_000);
    await work();
    expect(new Set([...first, ...sent()].map(({ event }) => event))).toHaveLength(25);
  });

  const endings = [["done", 5, 5] as const, ["pause", 2, 10] as const, ["cancel", 2, 10] as const];
  it.each([...endings, ["claimed", 2, 120] as const])(
    "holds its quota until it has sent: %s",
    async (end, rate, seconds) => {
      for (let n = 1; n <= 25; n += 1) await publish(n);
      const job = await started(asked({}, rate));
      await (end === "claimed" ? store.claim("prt_1", job.id) : work());
      if (end !== "done") expect(await control.change(job, end === "pause" ? "pause" : "cancel")).toBe(true);
      const another = () => control.start(asked({}, 5), rate + 4);
      expect(await another()).toEqual({ refusal: { free: 4 } });
      world.clock.advance(seconds * 1_000);
      expect(await another()).toMatchObject({ state: "running" });
    },
  );

  it("keeps its rate for events by id, and looks up each once per instance", async () => {
    for (let n = 1; n <= 25; n += 1) await publish(n);
    const events = Array.from({ length: 30 }, (_, n) => idOf(n + 1));
    const job = await started({ ...asked({ events }, 1), instances: ["globex", "acme"] });
    const seen: string[] = [];
    for (let chunk = 0; chunk < 8; chunk += 1) {
      await work();
      const chunkOf = sent();
      expect(chunkOf.length).toBeLessThanOrEqual(10);
      seen.push(...chunkOf.map(({ event }) => event));
      world.clock.advance(10_000);
    }
    expect(seen).toEqual(events.slice(0, 25).toSorted());
    expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed", sent: 25 });
  });

  it("continues after its worker died: a chunk is repeated, none is skipped", async () => {
    for (let n = 1; n <= 5; n += 1) await publish(n);
    const job = await started(asked());
    world.recover.take();
    await store.claim("prt_1", job.id);
    await replays.sweep();
    expect(await work()).toBe(0);
    world.clock.advance(121_000);
    await replays.sweep();
    expect(await work()).toBe(1);
    expect(sent()).toHaveLength(5);
    expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed" });
  });

  it("posts a delivery once although its chunk was sent twice", async () => {
    await publish(1);
    await started(asked());
    await work();
    const [again] = world.queued();
    await world.run(again!.message);
    await world.run(again!.message);
    expect(world.posts).toHaveLength(1);
  });

  it("stops while paused, even during a chunk, and continues from there", async () => {
    for (let n = 1; n <= 25; n += 1) await publish(n);
    const job = await started(asked({}, 1));
    await work();
    expect([await control.change(job, "pause"), await control.change(job, "pause")]).toEqual([true, false]);
    world.clock.advance(600_000);
    await work();
    await replays.sweep();
    expect(await work()).toBe(0);
    const before = sent();
    expect(await control.resume(job)).toBe(true);
    for (let chunks = 0; chunks < 4; chunks += 1) {
      world.clock.advance(11_000);
      await work();
    }
    expect(before).toHaveLength(10);
    expect(new Set([...before, ...sent()].map(({ event }) => event))).toHaveLength(25);
    expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed", sent: 25 });
  });

  it("ends when cancelled", async () => {
    for (let n = 1; n <= 25; n += 1) await publish(n);
    const job = await started(asked({}, 1));
    await work();
    expect(await control.change(job, "cancel")).toBe(true);
    world.clock.advance(60_000);
    await work();
    expect(sent()).toHaveLength(10);
    expect(await control.resume(job)).toBe(false);
    const other = await started(asked());
    for (const change of ["pause", "cancel"] as const) expect(await control.change(other, change)).toBe(true);
    expect(await control.find({ partner: "prt_1", id: "sub_1" }, other.id)).toMatchObject({ state: "cancelled" });
    expect(await control.find({ partner: "prt_1", id: "sub_2" }, other.id)).toBeUndefined();
    expect(await control.find({ partner: "prt_1", id: "sub_1" }, "rpl_none")).toBeUndefined();
  });

  it("finds only what the subscription may receive, and keeps nothing of what the events hold", async () => {
    world.endpoints.set("sub_1", aSubscription({ filter: { subject: { id: [{ "anything-but": "secret" }] } } }));
    for (const [n, id] of ["a", "secret"].entries())
      await publish(n, { subject: { type: "person", id, seq: 1, part: 1 } });
    const subscription = world.endpoints.get("sub_1")!;
    // A chunk has thousands of matches.
    const [match, ...others] = (await control.preview(asked({}), subscription)).matches;
    expect([Object.keys(match!), match?.id, others]).toEqual([
      ...[["id", "instance", "type", "detectedAt"], idOf(0), []],
    ]);
    expect((await control.preview(asked({ events: [idOf(1)] }), subscription)).matches).toEqual([]);
    expect(world.deliver.sent).toEqual([]);
  });

  it("of undelivered events omits those that arrived in any run, and knows why the others didn't", async () => {
    const messages = [];
    for (let n = 1; n <= 5; n += 1) messages.push(await publish(n));
    const [delivered, failing, expired, brought] = messages as [IncomingDelivery, ...IncomingDelivery[]];
    await world.run(delivered);
    world.answer = () => answered(500);
    await world.run(failing!, brought!);
    const body = world.events.get(expired!.event)!;
    world.events.delete(expired!.event);
    await world.run({ message: expired!, receiveCount: 3 });
    world.events.set(expired!.event, body);
    world.answer = () => answered(200);
    await control.retry(world.endpoints.get("sub_1")!, brought!.event, () => true);
    const retry = world.queued().find(({ message }) => message.run !== "0");
    await world.run(retry!.message);
    const { matches, done } = await control.preview(asked({ undelivered: true }), world.endpoints.get("sub_1")!);
    expect(done).toBe(true);
    expect(new Map(matches.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [idOf(2), "waiting"],
        [idOf(3), "expired"],
        // Nothing is known about it: fan-out or a queue gave it up.
        [idOf(5), "neverSent"],
      ]),
    );
  });

  it("retries one delivery as a separate run, and none that never existed", async () => {
    const [message, subscription] = [await publish(1), world.endpoints.get("sub_1")!];
    await world.run(message);
    const run = await control.retry(subscription, message.event, () => true);
    expect(run).toMatch(/^rpl_/);
    expect(world.queued().map((queued) => queued.message)).toEqual([{ ...message, run }]);
    // The rows of the events 1 and 2 would share a shard.
    for (const n of [9, 2]) expect(await control.retry(subscription, idOf(n), () => true)).toBeUndefined();
    expect(await control.retry(subscription, message.event, () => false), "of a lost instance").toBeUndefined();
    expect(world.queued()).toEqual([]);
  });

  it("sends a retried delivery at once though the circuit is open; a 2xx closes it, a failure leaves it open", async () => {
    world.answer = () => answered(500);
    const messages: IncomingDelivery[] = [];
    for (let n = 1; n <= 5; n += 1) messages.push(await publish(n));
    for (const message of messages) await world.run(message);
    const state = async () => (await world.circuits.read(endpoint)).state;
    expect(await state()).toBe("open");
    world.queued();
    const retry = async () => {
      await control.retry(world.endpoints.get("sub_1")!, messages[0]!.event, () => true);
      const posts = world.posts.length;
      await world.run(...world.queued().flatMap(({ message }) => (message.run === "0" ? [] : [message])));
      expect(world.posts).toHaveLength(posts + 1);
    };
    await retry();
    expect(await state()).toBe("open");
    world.answer = () => answered(204);
    await retry();
    expect(await state()).toBe("healthy");
  });

  it("pauses after a chunk without matches, so that it leaves workers to others", async () => {
    await publish(1);
    const chunk = vi.spyOn(ReplaySource.prototype, "chunk");
    chunk.mockResolvedValueOnce({ matches: [], scanned: 5_000, cursor: { instance: 0 }, done: false });
    const job = await started(asked());
    await work();
    chunk.mockRestore();
    expect(world.recover.sent).toMatchObject([{ delaySeconds: 5 }]);
    world.clock.advance(5_000);
    await work();
    expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed", sent: 1 });
  });
});
