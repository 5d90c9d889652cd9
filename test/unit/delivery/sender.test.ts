import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { answering } from "./answering.ts";
import { answered, secret, subscribed } from "./delivery-world.ts";

describe("a first attempt", () => {
  it("posts the stored bytes, signed, and is done with one write", async () => {
    const w = subscribed();
    const put = vi.spyOn(w.deliveries, "put");
    const get = vi.spyOn(w.deliveries, "get");
    const remove = vi.spyOn(w.deliveries, "remove");
    const message = w.message(1, { data: { name: "Ærø", long: "x".repeat(200_000) } });
    expect(await w.run(message)).toEqual(["fulfilled"]);
    const [post] = w.posts;
    expect(post?.url).toBe("https://hooks.example.com/in");
    expect(Buffer.from(post!.body).toString("utf8")).toBe(w.events.get(message.event)?.body);
    expect(post?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Feedhook/test",
      "webhook-id": message.event,
      "webhook-timestamp": String(Math.floor(w.clock.now() / 1_000)),
    });
    vi.setSystemTime(w.clock.now());
    expect(new Webhook(secret).verify(Buffer.from(post!.body), post!.headers as never)).toMatchObject({
      id: message.event,
    });
    vi.useRealTimers();
    expect(put).toHaveBeenCalledTimes(1);
    expect([get, remove].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(w.subscriptions.items).toEqual([]);
    expect(w.rows()).toEqual([
      {
        pk: expect.stringMatching(/^sub_1#2026-11-21#\d+$/),
        sk: `${message.event}#0`,
        subscription: "sub_1",
        partner: "prt_1",
        instance: "acme",
        event: message.event,
        run: "0",
        type: "person.updated",
        state: "delivered",
        attempt: 1,
        attempts: [{ at: w.clock.now(), ms: 20, timing: expect.any(Object), status: 200 }],
        excerpt: "said 200",
        rev: 1,
        expiresAt: w.clock.now() / 1_000 + 30 * 24 * 3_600,
      },
    ]);
    expect(w.queued()).toEqual([]);
  });

  it("in a batch reads the subscription once and writes the rows together", async () => {
    const w = subscribed();
    const put = vi.spyOn(w.deliveries, "put");
    await w.run(...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => w.message(n)));
    expect(w.posts).toHaveLength(10);
    expect(w.reads).toBe(1);
    expect(w.rows()).toHaveLength(10);
    expect(put.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it("to one endpoint isn't delayed by another that hangs", async () => {
    const w = subscribed();
    w.subscribe("sub_2", { url: "https://slow.example.com/" });
    const hanging = Promise.withResolvers<ReturnType<typeof answered>>();
    w.answer = ({ url }) => (url.includes("slow") ? hanging.promise : answered(200));
    const batch = w.run(w.message(1, {}, "sub_2"), w.message(2));
    await expect.poll(() => w.rows()).toHaveLength(1);
    hanging.resolve(answered(200));
    await batch;
    expect(w.rows()).toHaveLength(2);
  });
});

describe("a failed attempt", () => {
  it("is retried after 5 s, 30 s and 2 min through the queue, then from the backlog", async () => {
    const w = answering(500);
    await w.run(w.message());
    const delays: number[] = [];
    for (let [next] = w.queued(); next !== undefined; [next] = w.queued()) {
      delays.push(next.delaySeconds);
      w.clock.advance(next.delaySeconds * 1_000);
      await w.run(next.message);
    }
    expect(delays.map((delay, at) => delay / [5, 30, 120][at]!)).toSatisfy((ratios: number[]) =>
      ratios.every((ratio) => ratio >= 1 && ratio <= 1.21),
    );
    expect(w.posts).toHaveLength(4);
    expect(w.backlogRows()).toMatchObject([{ attempt: 5, subscription: "sub_1", instance: "acme" }]);
    expect(w.rows()).toMatchObject([{ state: "waiting", attempt: 4, attempts: [{}, {}, {}, { status: 500 }] }]);
    const [{ due } = { due: 0 }] = w.backlogRows();
    expect(w.endpoint()).toMatchObject({ parkRev: 1, due, dueShard: expect.stringMatching(/^due#[0-3]$/) });
    expect(w.rows()[0]?.nextAt).toBe(due);
  });

  it("waits for a short Retry-After in the queue, and for a long one, at most six hours, in the backlog", async () => {
    const w = answering(answered(429, { retryAfter: "60" }));
    await w.run(w.message(1));
    const [{ delaySeconds, message } = { delaySeconds: 0, message: undefined }] = w.queued();
    expect(message).toMatchObject({ attempt: 2 });
    // A wait may be a tenth longer.
    expect(delaySeconds).toBeGreaterThanOrEqual(61);
    expect(delaySeconds).toBeLessThanOrEqual(67);
    w.answer = () => answered(503, { retryAfter: "86400" });
    await w.run(w.message(2));
    expect(w.queued()).toEqual([]);
    const [{ due } = { due: 0 }] = w.backlogRows();
    expect(Number(due) - w.clock.now()).toBeGreaterThanOrEqual(6 * 3_600_000 + 20);
    expect(Number(due) - w.clock.now()).toBeLessThanOrEqual(1.1 * 6 * 3_600_000 + 21);
  });

  it("to a refused address is blocked, says so, and is retried", async () => {
    const w = answering({ outcome: "failed", class: "blocked", ms: 1, timing: {} });
    await w.run(w.message());
    expect(w.rows()).toMatchObject([{ state: "blocked", attempts: [{ error: "blocked" }] }]);
    const counted = w.deliveries.items.find(({ pk }) => pk === "sub_1#statistics");
    expect(Object.keys(counted!).filter((name) => /^(ok|failed|ms)/.test(name))).toEqual([
      expect.stringMatching(/^failed/),
    ]);
    const [next] = w.queued();
    w.answer = () => answered(200);
    w.clock.advance(10_000);
    await w.run(next!.message);
    expect(w.rows()).toMatchObject([{ state: "delivered", attempt: 2 }]);
  });

  it("to an address that breaks today's rules isn't dialled at all", async () => {
    const w = subscribed();
    w.subscribe("sub_1", { url: "http://10.0.0.1:8080/" });
    await w.run(w.message());
    expect(w.posts).toEqual([]);
    expect(w.rows()).toMatchObject([{ state: "blocked" }]);
  });
});

describe("the last failed attempt", () => {
  it("expires the delivery after 12 attempts and sends the partner one notice per endpoint and hour", async () => {
    const w = subscribed();
    const [first, second] = [w.message(1), w.message(2)];
    const poison = new Set([first.event, second.event]);
    w.answer = ({ headers }) => answered(poison.has(headers["webhook-id"]!) ? 500 : 200);
    await w.run(first, second);
    for (let round = 0; round < 40; round += 1) {
      // The endpoint is healthy: it accepts everything else.
      await w.run(w.message(100 + round));
      const due = w.queued();
      if (due.length > 0) {
        w.clock.advance(Math.max(...due.map(({ delaySeconds }) => delaySeconds)) * 1_000);
        await w.run(...due.map(({ message }) => message));
        continue;
      }
      const [next = Number.POSITIVE_INFINITY] = w.backlogRows().map(({ due }) => Number(due));
      if (next === Number.POSITIVE_INFINITY) break;
      w.clock.advance(Math.max(next - w.clock.now(), 60_000));
      await w.sweep();
    }
    expect(w.rows().filter(({ state }) => state !== "delivered")).toMatchObject([
      { state: "expired", attempt: 12 },
      { state: "expired", attempt: 12 },
    ]);
    expect(w.posts.filter(({ headers }) => poison.has(headers["webhook-id"]!))).toHaveLength(24);
    expect(w.backlogRows()).toEqual([]);
    expect(w.endpoint()).not.toHaveProperty("due");
    expect(w.endpoint()).not.toHaveProperty("dueShard");
    expect(new Set(w.notified.map(({ id }) => id)).size).toBe(w.notified.length);
    expect(w.notified[0]).toMatchObject({
      id: expect.stringMatching(/^delivery_exhausted:sub_1:2026-11-/),
      instance: "~prt_1",
      partner: "prt_1",
      type: "bridge.delivery_exhausted",
      data: { subscription: "sub_1", eventType: "person.updated", attempts: 12 },
    });
  });

  it("of an operational event sends no notice", async () => {
    const w = answering(500);
    const message = w.message(1, { type: "bridge.ping", partner: "prt_1" });
    await w.run({ ...message, attempt: 12 });
    expect(w.rows()).toMatchObject([{ state: "expired" }]);
    expect(w.notified).toEqual([]);
  });
});

describe("an endpoint that wants no more", () => {
  it("is disabled by its 410, with a notice, and later deliveries are held without a dial", async () => {
    const w = answering(410);
    await w.run(w.message(1));
    expect(w.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "gone" });
    expect(w.notified).toMatchObject([
      { type: "bridge.endpoint_disabled", data: { subscription: "sub_1", reason: "gone" } },
    ]);
    await w.run(w.message(2));
    expect(w.posts).toHaveLength(1);
    expect(w.rows()).toMatchObject([
      { state: "held", attempt: 1, attempts: [{ status: 410 }] },
      { state: "held", attempt: 0, attempts: [] },
    ]);
    expect(w.queued()).toEqual([]);
  });

  it("is disabled by a 2xx with webhook-delivery: disable, which counts as delivered", async () => {
    const w = answering(answered(204, { webhookDelivery: "disable" }));
    await w.run(w.message(1));
    expect(w.rows()).toMatchObject([{ state: "delivered" }]);
    expect(w.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "requested" });
  });

  it("holds a retry after it was disabled, and no attempt is spent", async () => {
    const w = answering(500);
    await w.run(w.message());
    const [next] = w.queued();
    w.subscribe("sub_1", { status: "disabled" });
    w.clock.advance(10_001);
    await w.run(next!.message);
    expect(w.rows()).toMatchObject([{ state: "held", attempt: 1, attempts: [{ status: 500 }] }]);
    expect(w.posts).toHaveLength(1);
    expect(w.rows()[0]).not.toHaveProperty("claimedAt");
  });

  it("gets new deliveries at once when it is enabled", async () => {
    const w = answering(410);
    await w.run(w.message(1));
    await w.run(w.message(2));
    w.subscribe();
    w.answer = () => answered(200);
    await w.run(w.message(3));
    expect(w.rows().map(({ state }) => state)).toEqual(["held", "held", "delivered"]);
  });

  it("isn't disabled if its address was replaced, and keeps its owner's own reason", async () => {
    const w = subscribed();
    w.answer = () => {
      w.subscribe("sub_1", { url: "https://new.example.com/" });
      return answered(410);
    };
    await w.run(w.message(1));
    expect(w.endpoints.get("sub_1")).toMatchObject({ status: "active" });
    w.answer = () => {
      w.subscribe("sub_1", { status: "disabled", disabledReason: "owner" });
      return answered(410);
    };
    await w.run(w.message(2));
    expect(w.endpoints.get("sub_1")).toMatchObject({ disabledReason: "owner" });
    expect(w.notified).toEqual([]);
  });

  it("drops deliveries of its deleted subscription", async () => {
    const w = subscribed();
    w.endpoints.clear();
    expect(await w.run(w.message())).toEqual(["fulfilled"]);
    expect(w.rows()).toEqual([]);
    expect(w.posts).toEqual([]);
  });
});
