import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { exampleEvent } from "../../../../shared/api/event-types/example-event.ts";
import { incomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { exampleMessage, pingMessage } from "../../../../shared/delivery/ping/ping-message.ts";
import { PingRequests } from "../../../../shared/delivery/ping/ping-requests.ts";
import { newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { WaitingRequests } from "../../../../shared/partners/waiting-requests.ts";
import { around } from "../../../support/around.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent } from "../../fanout/an-event.ts";
import { answering } from "../answering.ts";
import { answered, type DeliveryWorld, endpoint, secret, subscribed } from "../delivery-world.ts";

const ping = (w: DeliveryWorld) => pingMessage("prt_1", "sub_1", w.clock.now());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a ping", () => {
  it("is a signed bridge.ping, and its response is stored in its own row", async () => {
    const w = subscribed();
    const message = ping(w);
    const time = new Date(w.clock.now()).toISOString();
    w.clock.advance(2_000);
    expect(await w.run(message)).toEqual(["fulfilled"]);
    const [post] = w.posts;
    vi.setSystemTime(w.clock.now());
    const event = new Webhook(secret).verify(Buffer.from(post!.body), { ...post!.headers });
    expect(event).toEqual({
      ...{ id: message.event, type: "bridge.ping", instance: "~prt_1", partner: "prt_1" },
      ...{ timestamp: time, timestampFrom: "detected", detectedAt: time, detectedBy: "hint" },
      ...{ subject: { type: "bridge", id: "ping:sub_1", seq: 1, part: 1 }, data: { subscription: "sub_1" } },
    });
    expect(w.eventReads, "no table has its event").toEqual([]);
    expect(Object.keys(post!.headers).filter((name) => name.startsWith("webhook-"))).toEqual([
      ...["webhook-id", "webhook-timestamp", "webhook-signature"],
    ]);
    expect(w.rows()).toMatchObject([
      { run: "ping", state: "delivered", excerpt: "said 200", attempts: [{ status: 200 }] },
    ]);
  });

  it("can be an example of an event, which is marked as one and stored in its own row", async () => {
    const w = subscribed({ status: "disabled" });
    const at = w.clock.now();
    const example = {
      ...exampleEvent("person.updated", { at, instance: "~example", nonce: "1" }),
      example: true as const,
    };
    expect(await w.run(exampleMessage("prt_1", "sub_1", example))).toEqual(["fulfilled"]);
    const [post, ...others] = w.posts;
    vi.setSystemTime(at);
    const event = new Webhook(secret).verify(Buffer.from(post!.body), { ...post!.headers });
    expect([event, others]).toEqual([example, []]);
    expect(post!.headers).toMatchObject({ "webhook-id": example.id, "webhook-example": "true" });
    expect(w.rows()).toMatchObject([
      { event: example.id, run: "example", type: "person.updated", instance: "~example", state: "delivered" },
    ]);
  });

  it("can be an example of an older release, whose message has the parsed event", async () => {
    const w = subscribed();
    const example = { ...anEvent({ data: { text: "é\u0001" } }), example: true as const };
    const message = { ...exampleMessage("prt_1", "sub_1", example), example };
    expect(await w.run(incomingDelivery.parse(message))).toEqual(["fulfilled"]);
    expect(w.posts.map(({ body }) => JSON.parse(Buffer.from(body).toString()))).toEqual([example]);
  });

  it("isn't retried after a failure, and sends no notice", async () => {
    const w = answering(500);
    await w.run(ping(w));
    expect(w.rows()).toMatchObject([{ state: "failed", attempts: [{ status: 500 }] }]);
    expect(w.rows()[0]).not.toHaveProperty("nextAt");
    expect([w.queued(), w.backlogRows(), w.notified]).toEqual([[], [], []]);
  });

  it("to an endpoint that exceeds the fast lane's limit is sent again from the slow lane", async () => {
    const w = subscribed();
    w.answer = ({ deadline }) =>
      deadline < w.timings.deliveryDeadline
        ? { outcome: "failed", class: "timeout", ms: deadline, timing: {} }
        : answered(200);
    await w.run(ping(w));
    expect(w.rows()).toEqual([]);
    const again = w.deliverSlow.sent.splice(0).map((message) => JSON.parse(message.body));
    expect(again).toMatchObject([{ run: "ping", slow: true }]);
    await w.run(...again);
    expect(w.rows()).toMatchObject([{ run: "ping", state: "delivered", attempts: [{ status: 200 }] }]);
    expect([w.posts.length, w.deliverSlow.sent]).toEqual([2, []]);
  });

  it("is sent once by the slow lane though its message comes twice", async () => {
    const w = subscribed();
    const message = { ...ping(w), slow: true as const };
    await w.run(message, { message, receiveCount: 2 });
    expect(w.posts).toHaveLength(1);
  });

  it("reaches a disabled subscription, and 410 changes nothing about an active one", async () => {
    const w = subscribed({ status: "disabled" });
    await w.run(ping(w));
    expect(w.posts).toHaveLength(1);
    w.subscribe();
    w.clock.advance(1);
    w.answer = () => answered(410);
    await w.run(ping(w));
    expect(w.endpoints.get("sub_1")?.status).toBe("active");
  });

  it("closes an open circuit when it succeeds, like a probe, and held deliveries are sent", async () => {
    const w = answering(500);
    for (let n = 1; n <= 7; n += 1) await w.run(w.message(n));
    expect((await w.circuits.read(endpoint)).state).toBe("open");
    w.queued();
    // Another worker, to which the endpoint still looks healthy, handles the ping.
    w.answer = () => answered(200);
    await w.run(ping(w));
    expect(await w.circuits.read(endpoint)).toMatchObject({ state: "healthy", failures: 0 });
    w.clock.advance(15_000);
    await w.sweep();
    const due = w.queued();
    expect(due.map(({ message }) => message.event).sort()).toEqual([6, 7].map((n) => w.message(n).event).sort());
    expect(due.every(({ message }) => message.probe === undefined)).toBe(true);
  });

  it("closes a circuit that another worker has opened since this one read it", async () => {
    const w = subscribed();
    await w.run(w.message(1));
    await w.circuits.change(endpoint, (circuit) => ({
      ...circuit,
      state: "open",
      since: 1,
      probeAt: w.clock.now() + 1,
    }));
    await w.run(ping(w));
    expect((await w.circuits.read(endpoint)).state).toBe("healthy");
  });

  it("leaves the circuit unchanged when it fails, and enables no disabled endpoint", async () => {
    const w = subscribed();
    w.answer = () => answered(500);
    for (let n = 0; n < 6; n += 1) {
      w.clock.advance(1);
      await w.run(ping(w));
    }
    expect(await w.circuits.read(endpoint)).toMatchObject({ state: "healthy", failures: 0 });
    await w.circuits.change(endpoint, (circuit) => ({ ...circuit, state: "open", probeAt: w.clock.now() + 1 }));
    w.clock.advance(1);
    await w.run(ping(w));
    expect((await w.circuits.read(endpoint)).state).toBe("open");
    await w.circuits.follow(endpoint, false);
    w.answer = () => answered(200);
    w.clock.advance(1);
    await w.run(ping(w));
    expect((await w.circuits.read(endpoint)).state).toBe("disabled");
  });

  it("closes the circuit before its delivery becomes visible", async () => {
    const w = subscribed();
    await w.circuits.change(endpoint, (circuit) => ({ ...circuit, state: "open", probeAt: w.clock.now() + 1 }));
    const states: string[] = [];
    around(w.deliveries, "put", (put) => async (puts) => {
      const outcomes = await put(puts);
      if (w.rows().some(({ state }) => state === "delivered")) states.push((await w.circuits.read(endpoint)).state);
      return outcomes;
    });
    await w.run(ping(w));
    expect(states).toEqual(["healthy"]);
  });

  it("is a separate event for each subscription", () => {
    const now = Date.UTC(2026, 10, 21, 9);
    expect(pingMessage("prt_1", "sub_1", now).event).not.toBe(pingMessage("prt_1", "sub_2", now).event);
  });

  it("isn't sent again when its message repeats after its response was recorded", async () => {
    const w = subscribed();
    const message = ping(w);
    await w.run(message);
    await w.run({ message, receiveCount: 2 });
    expect(w.posts).toHaveLength(1);
    const toDeleted = { ...ping(w), subscription: "sub_gone" };
    expect(await w.run({ message: toDeleted, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(w.posts).toHaveLength(1);
  });
});

function asking() {
  const [subscriptions, deliveries] = [new MemoryTable("subscriptions"), new MemoryTable("deliveries")];
  const deliver = new MemoryQueue();
  const waits: object[] = [];
  const waiting = faked(WaitingRequests, {
    wait: async (partner, options, look) => {
      waits.push({ partner, ...options });
      return look();
    },
  });
  const context = testContext();
  const requests = new PingRequests({ ...context, subscriptions, deliver, deliveries, waiting });
  return { requests, subscriptions, deliveries, deliver, waits, ...context };
}

test("a ping's response is the first that its row has, looked for until the request must end", async () => {
  const { requests, deliveries, clock, waits, timings } = asking();
  const row = () => newDeliveryRow(pingMessage("prt_1", "sub_1", clock.now()), clock.now(), 1);
  const claimed = { ...row(), claimedAt: 1 };
  await deliveries.put([{ item: claimed }]);
  expect(await requests.ask("prt_1", "sub_1")).toEqual({ outcome: "pending", event: claimed.event });
  expect(waits).toEqual([{ partner: "prt_1", until: clock.now() + timings.pingWait, lookEvery: 100 }]);
  clock.advance(timings.pingGap);
  const answered = { ...row(), attempts: [{ at: 1, ms: 1, status: 200 }] };
  await deliveries.put([{ item: answered }]);
  expect(await requests.ask("prt_1", "sub_1")).toEqual({ outcome: "answered", row: answered });
});

test("each subscription has its own gap between pings, a partner one between examples, and all share a queue group", async () => {
  const { requests, deliver, clock } = asking();
  const outcomes: string[] = [];
  for (const id of ["sub_1", "sub_2", "sub_1"]) {
    outcomes.push((await requests.ask("prt_1", id)).outcome);
    outcomes.push((await requests.sendExample("prt_1", id, () => anEvent())).outcome);
  }
  expect(outcomes).toEqual(["pending", "pending", "pending", "tooSoon", "tooSoon", "tooSoon"]);
  expect((await requests.sendExample("prt_2", "sub_3", () => anEvent())).outcome).toBe("pending");
  clock.advance(1_000);
  expect((await requests.sendExample("prt_1", "sub_1", () => anEvent())).outcome).toBe("pending");
  const groups = deliver.sent.map(({ group }) => group);
  expect(new Set(groups)).toEqual(new Set(["prt_1/ping", "prt_2/ping"]));
});
