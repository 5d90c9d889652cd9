import { describe, expect, it, test, vi } from "vitest";
import { incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/drain-turns.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { answering } from "./answering.ts";
import { answered, DeliveryWorld, endpoint, subscribed } from "./delivery-world.ts";

type Limits = {
  readonly deliveriesPerSecond?: number;
  /** The subscriptions that each event is sent to. */
  readonly subscriptions: readonly string[];
  readonly settings?: Partial<Subscription>;
};

/** Publishes `events` at once, and runs workers and sweeps for this many seconds as in production. */
async function burst(events: number, seconds: number, { deliveriesPerSecond, subscriptions, settings = {} }: Limits) {
  const w = new DeliveryWorld({ pageSize: 100, drainLimit: 2_000 });
  const quotas = { subscriptions: 100, replayPerSecond: 100, ...(deliveriesPerSecond && { deliveriesPerSecond }) };
  w.access = { ...w.access, quotas };
  for (const id of subscriptions) w.subscribe(id, settings);
  const began = w.clock.now();
  const messages = Array.from({ length: events }, (_, n) => subscriptions.map((id) => w.message(n + 1, {}, id)));
  await w.run(...messages.flat());
  const waiting: { readonly at: number; readonly queue: "deliver" | "recover"; readonly body: string }[] = [];
  const counts = { deliver: 0, recover: 0 };
  /** When each POST began, in seconds since the burst. */
  const posted: number[] = w.posts.map(() => 0);
  for (let step = 1; step <= seconds * 4; step += 1) {
    w.clock.advance(250);
    if (step % 60 === 0) await w.recovery.run({ kind: "sweep" });
    for (const queue of ["deliver", "recover"] as const) {
      for (const { body, delaySeconds = 0 } of w[queue].sent.splice(0)) {
        counts[queue] += 1;
        waiting.push({ at: w.clock.now() + delaySeconds * 1_000, queue, body });
      }
    }
    const due = waiting.filter(({ at }) => at <= w.clock.now());
    waiting.splice(0, waiting.length, ...waiting.filter(({ at }) => at > w.clock.now()));
    const before = w.posts.length;
    const bodies = (wanted: string) => due.flatMap(({ queue, body }) => (queue === wanted ? [JSON.parse(body)] : []));
    await w.run(...bodies("deliver").map((body) => incomingDelivery.parse(body)));
    for (const body of bodies("recover")) await w.recovery.run(recoverMessage.parse(body));
    for (let n = before; n < w.posts.length; n += 1) posted.push((w.clock.now() - began) / 1_000);
  }
  return { w, posted, counts };
}

/** The most POSTs that began within one second. */
function fastest(posted: readonly number[]): number {
  return Math.max(...posted.map((from) => posted.filter((at) => at >= from && at < from + 1).length));
}

const one = ["sub_1"];
const many = Array.from({ length: 40 }, (_, n) => `sub_${n}`);

test.each([
  {
    name: "a partner's limit",
    events: 200,
    limits: { deliveriesPerSecond: 10, subscriptions: one },
    within: 40,
    perPost: 2,
  },
  {
    name: "a partner's limit, though many endpoints have only a little to get,",
    ...{ events: 4, limits: { deliveriesPerSecond: 10, subscriptions: many }, within: 38, perPost: 5 },
  },
  {
    name: "an endpoint's fractional limit",
    ...{ events: 40, limits: { subscriptions: one, settings: { ratePerSecond: 2.5 } }, within: 41, perPost: 2 },
  },
  {
    name: "a high limit",
    events: 2_000,
    limits: { deliveriesPerSecond: 500, subscriptions: one },
    within: 22,
    perPost: 2,
  },
])("$name delivers a backlog at its rate, with few messages per POST", async ({ events, limits, within, perPost }) => {
  const { posted, counts } = await burst(events, within + 5, limits);
  const all = events * limits.subscriptions.length;
  expect(posted).toHaveLength(all);
  expect(posted.at(-1)).toBeLessThan(within);
  if (limits.deliveriesPerSecond !== undefined)
    expect(fastest(posted)).toBeLessThanOrEqual(2 * limits.deliveriesPerSecond);
  expect(counts.deliver).toBeLessThan(perPost * all);
});

test("an endpoint's limit takes nothing from what its partner's others may be sent", async () => {
  const w = new DeliveryWorld();
  w.access = { ...w.access, quotas: { subscriptions: 1, replayPerSecond: 1, deliveriesPerSecond: 4 } };
  w.subscribe("sub_1", { ratePerSecond: 1 });
  w.subscribe("sub_2");
  await w.run(w.message(1), w.message(2), w.message(3));
  await w.run(w.message(4));
  expect(w.posts).toHaveLength(1);
  await w.run(...[1, 2, 3].map((n) => w.message(n, {}, "sub_2")));
  expect(w.posts).toHaveLength(4);
});

test("a partner's limit takes neither rate nor places from an endpoint", async () => {
  const w = new DeliveryWorld();
  w.access = { ...w.access, quotas: { subscriptions: 1, replayPerSecond: 1, deliveriesPerSecond: 1 } };
  w.subscribe("sub_1", { ratePerSecond: 2, maxConcurrency: 2 });
  w.subscribe("sub_2");
  await w.run(w.message(1, {}, "sub_2"));
  await w.run(w.message(1), w.message(2));
  expect(w.posts).toHaveLength(1);
  const item = w.subscriptions.items.find(({ sk }) => sk === "limits#sub_1");
  expect(item).toMatchObject({ tokens: 2, leases: [] });
});

describe("a delivery that its endpoint's limit postpones", () => {
  it("says so in the backlog before its first attempt, and in its row after one", async () => {
    const w = answering(500, { ratePerSecond: 1 });
    const [first, second] = [w.message(1), w.message(2)];
    await w.run(first);
    await w.run(second);
    expect(w.backlogRows()).toMatchObject([{ event: second.event, postponed: "rateLimit" }]);
    const [retry] = w.queued();
    await w.run(retry!.message);
    const [row] = w.rows();
    expect(row).toMatchObject({ event: first.event, state: "waiting", postponed: "rateLimit" });
    w.clock.advance(2_000);
    await w.run({ ...retry!.message, parked: true });
    expect(w.rows()[0]).toMatchObject({ state: "waiting", attempt: 2 });
    expect(w.rows()[0]).not.toHaveProperty("postponed");
  });

  it("says that older ones go first while the backlog is sent", async () => {
    const w = subscribed({ ratePerSecond: 1 });
    await w.circuits.change(endpoint, (circuit) => ({ ...circuit, drain: { at: w.clock.now(), size: 10 } }));
    await w.run(w.message(1));
    const due = w.clock.now() + w.timings.drainStep;
    expect(w.backlogRows()).toMatchObject([{ postponed: "backlog", due }]);
  });
});

describe("an endpoint that allows one attempt at a time", () => {
  it("gets the next delivery as soon as the previous attempt ends, whatever its result", async () => {
    const w = subscribed({ maxConcurrency: 1 });
    for (const [n, status] of [200, 500, 200].entries()) {
      w.answer = () => answered(status);
      await w.run(w.message(n));
    }
    expect(w.posts).toHaveLength(3);
    expect(w.backlogRows()).toEqual([]);
  });

  it("has an attempt recorded whose slot can't be returned", async () => {
    const w = subscribed({ maxConcurrency: 1 });
    const unavailable = new EngineUnavailableError("throttled");
    w.answer = () => {
      vi.spyOn(w.subscriptions, "put").mockRejectedValueOnce(unavailable);
      return answered(200);
    };
    expect(await w.run(w.message(1))).toEqual(["fulfilled"]);
    expect(w.rows()).toMatchObject([{ state: "delivered" }]);
  });
});

it("large events to slow endpoints wait while their partner's attempts already take 16 MB, and don't delay other partners", async () => {
  const w = subscribed();
  w.subscribe("sub_2", { partner: "prt_2" });
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
  w.answer = ({ group }) => (group === "prt_1" ? promise : answered(200));
  const large = Array.from({ length: 70 }, (_, n) => w.message(n + 1, { data: { note: "x".repeat(250_000) } }));
  const running = large.map((message) => w.run(message));
  await vi.waitFor(() => {
    expect([w.posts.length, w.backlogRows().length]).toEqual([67, 3]);
  });
  expect(w.backlogRows()).toMatchObject(Array.from({ length: 3 }, () => ({ postponed: "rateLimit" })));
  await w.run({ ...w.message(71, {}, "sub_2"), partner: "prt_2" });
  expect(w.posts).toHaveLength(68);
  resolve(answered(200));
  await Promise.all(running);
  w.clock.advance(90_000);
  await w.sweep();
  await w.run(...w.queued().map(({ message }) => message));
  expect(w.posts).toHaveLength(71);
  expect(w.rows().every(({ state }) => state === "delivered")).toBe(true);
});
