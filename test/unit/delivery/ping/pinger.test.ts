import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pingMessage } from "../../../../shared/delivery/ping/ping-message.ts";
import { answered, DeliveryWorld, secret } from "../delivery-world.ts";

const ping = (w: DeliveryWorld) => pingMessage("prt_1", "sub_1", w.clock.now());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a ping", () => {
  it("is a signed bridge.ping, and its answer stands in a row of its own", async () => {
    const w = new DeliveryWorld();
    w.subscribe();
    expect(await w.run(ping(w))).toEqual(["fulfilled"]);
    const [post] = w.posts;
    vi.setSystemTime(w.clock.now());
    const event = new Webhook(secret).verify(Buffer.from(post!.body), { ...post!.headers });
    expect(event).toMatchObject({ type: "bridge.ping", partner: "prt_1", data: { subscription: "sub_1" } });
    expect(w.rows()).toMatchObject([
      { run: "ping", state: "delivered", excerpt: "said 200", attempts: [{ status: 200 }] },
    ]);
  });

  it("that fails isn't tried again and tells nobody", async () => {
    const w = new DeliveryWorld();
    w.subscribe();
    w.answer = () => answered(500);
    await w.run(ping(w));
    expect(w.rows()).toMatchObject([{ state: "expired", attempts: [{ status: 500 }] }]);
    expect([w.queued(), w.backlogRows(), w.notified]).toEqual([[], [], []]);
  });

  it("reaches a disabled subscription, and 410 changes nothing about an active one", async () => {
    const w = new DeliveryWorld();
    w.subscribe("sub_1", { status: "disabled" });
    await w.run(ping(w));
    expect(w.posts).toHaveLength(1);
    w.subscribe();
    w.clock.advance(1);
    w.answer = () => answered(410);
    await w.run(ping(w));
    expect(w.endpoints.get("sub_1")?.status).toBe("active");
  });

  it("to an address that may not be reached is blocked, and nothing is dialled", async () => {
    const w = new DeliveryWorld();
    w.subscribe("sub_1", { url: "https://169.254.169.254/latest/meta-data/" });
    await w.run(ping(w));
    expect(w.posts).toEqual([]);
    expect(w.rows()).toMatchObject([{ run: "ping", state: "expired", attempts: [{ error: "blocked" }] }]);
  });

  it("that comes again after its answer was recorded isn't sent again", async () => {
    const w = new DeliveryWorld();
    w.subscribe();
    const message = ping(w);
    await w.run(message);
    await w.run({ message, receiveCount: 2 });
    expect(w.posts).toHaveLength(1);
    await w.run({ message: { ...ping(w), subscription: "sub_gone" }, receiveCount: 1 });
    expect(w.posts).toHaveLength(1);
  });
});
