import { describe, expect, it } from "vitest";
import { answering } from "../answering.ts";
import { answered, DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

const lastFailure = async (w: DeliveryWorld) => (await w.circuits.find(endpoint)).lastFailure;
/** Every attempt so far was counted, whenever it was written. */
const statistics = (w: DeliveryWorld) => w.deliveries.items.filter(({ pk }) => pk === "sub_1#statistics");

describe("an endpoint's last failure", () => {
  it("has the response to which event, including a 500's body, and costs no write of its own", async () => {
    const w = answering(500);
    const message = w.message();
    const at = w.clock.now();
    await w.run(message);
    expect(await lastFailure(w)).toEqual({
      event: message.event,
      run: "0",
      at,
      ms: 20,
      status: 500,
      excerpt: "said 500",
    });
    expect(w.endpoint()).toMatchObject({ healthRev: 1 });
  });

  it("is the newest one, and stays after the endpoint recovers", async () => {
    const w = answering(500);
    await w.run(w.message(1));
    w.clock.advance(1_000);
    w.answer = () => ({ outcome: "failed", class: "tls", ms: 9, timing: {} });
    const second = w.message(2);
    await w.run(second);
    const known = { event: second.event, error: "tls" };
    expect(await lastFailure(w)).toMatchObject(known);
    expect(await lastFailure(w)).not.toHaveProperty("excerpt");
    w.answer = () => answered(200);
    await w.run(w.message(3));
    expect(await lastFailure(w)).toMatchObject(known);
  });

  it("isn't replaced by an older one that is recorded late", async () => {
    const w = new DeliveryWorld();
    const failure = (at: number) => ({ event: `evt_${at}`, run: "0", at, ms: 1, status: 500 });
    await w.circuits.change(endpoint, (circuit) => circuit, failure(2));
    await w.circuits.change(endpoint, (circuit) => circuit, failure(1));
    expect(await lastFailure(w)).toEqual(failure(2));
  });

  it("keeps the response to an event when another one is erased", async () => {
    const w = answering(500);
    await w.run(w.message(1));
    await w.circuits.forgetAnswer(endpoint, w.message(2).event);
    expect(await lastFailure(w)).toMatchObject({ excerpt: "said 500" });
  });

  it("is the 410 that disabled its subscription", async () => {
    const w = answering(410);
    await w.run(w.message());
    expect(w.endpoints.get("sub_1")?.status).toBe("disabled");
    expect(await lastFailure(w)).toMatchObject({ status: 410, excerpt: "said 410" });
  });
});

describe("bridge.endpoint_failing", () => {
  it("carries the last failure and the attempts of the last hour and day", async () => {
    const w = subscribed();
    await w.run(w.message(1));
    w.answer = () => answered(503);
    for (let n = 2; n <= 6; n += 1) await w.run(w.message(n));
    const failed = w.message(6).event;
    w.clock.advance(60_000);
    // The next batch of another endpoint brings the counts of this one to the table.
    w.subscribe("sub_2");
    w.answer = () => answered(200);
    await w.run(w.message(7, {}, "sub_2"));
    w.clock.advance(600_000);
    await w.sweep();
    const notice = w.notified.find(({ type }) => type === "bridge.endpoint_failing");
    const all = { attempts: 6, successRate: 1 / 6, p50Ms: 18, p95Ms: 20 };
    expect(notice?.data).toMatchObject({
      subscription: "sub_1",
      lastFailure: { event: failed, status: 503, responseExcerpt: "said 503" },
      lastHour: all,
      lastDay: all,
    });
    expect(statistics(w)).toHaveLength(1);
    // An erasure of the record uses this to find the notice that repeats the response.
    expect(w.rows().find(({ event }) => event === failed)?.quotedIn).toEqual([notice?.id]);
  });

  it("is sent for each endpoint and each outage", async () => {
    const w = new DeliveryWorld();
    const ids = ["sub_1", "sub_2"];
    for (const id of ids) w.subscribe(id);
    const outage = async (from: number) => {
      w.answer = () => answered(503);
      for (let n = from; n < from + 5; n += 1) for (const id of ids) await w.run(w.message(n, {}, id));
      w.clock.advance(600_000);
      await w.sweep();
      for (const subscription of ids) await w.circuits.resume({ partner: "prt_1", subscription });
      // Every worker learns it.
      w.restarted();
      w.clock.advance(60_000);
      return w.notified.flatMap((event) => (event.type === "bridge.endpoint_failing" ? [event.id.split(":")[1]] : []));
    };
    expect((await outage(1)).sort()).toEqual(ids);
    expect((await outage(6)).sort()).toEqual(["sub_1", "sub_1", "sub_2", "sub_2"]);
  });

  it("omits an unknown failure, and repeats no erased response", async () => {
    const w = answering(503);
    for (let n = 1; n <= 5; n += 1) await w.run(w.message(n));
    await w.circuits.forgetAnswer(endpoint, w.message(5).event);
    w.clock.advance(600_000);
    await w.sweep();
    const [notice] = w.notified;
    expect(notice?.type).toBe("bridge.endpoint_failing");
    expect(JSON.stringify(notice)).not.toContain("said 503");
    expect(w.rows().every(({ quotedIn }) => quotedIn === undefined)).toBe(true);
  });
});
