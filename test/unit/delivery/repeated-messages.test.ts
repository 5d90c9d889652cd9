import { describe, expect, it, vi } from "vitest";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { answering } from "./answering.ts";
import { answered, subscribed } from "./delivery-world.ts";

/** The endpoint gets the next POST and never responds, as if its worker died. Resolves once it has the POST. */
function neverAnswers(world: ReturnType<typeof subscribed>): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  world.answer = () => {
    resolve(undefined);
    return new Promise(() => undefined);
  };
  return promise;
}

describe("a repeated message", () => {
  it("is sent again if its worker died before anything was recorded, and only after the claim expired", async () => {
    const world = subscribed();
    const message = world.message();
    const asked = neverAnswers(world);
    void world.sender.run([{ message, receiveCount: 2 }]);
    await asked;
    expect(world.posts).toHaveLength(1);
    world.answer = () => answered(200);
    world.restarted();
    expect(await world.run({ message, receiveCount: 3 })).toEqual(["fulfilled"]);
    expect(world.posts).toHaveLength(1);
    const [again] = world.queued();
    expect(again).toMatchObject({ delaySeconds: 60, message: { attempt: 1, parked: true } });
    world.clock.advance(60_000);
    expect(await world.run(again!.message)).toEqual(["fulfilled"]);
    expect(world.posts).toHaveLength(2);
    expect(world.rows()).toMatchObject([{ state: "delivered", attempt: 1 }]);
  });

  /** A redriven message comes as a new one: nothing shows the receives before. */
  const again = [
    { name: "at once", wait: 0, receiveCount: 2 },
    { name: "after a redrive", wait: 11 * 60_000, receiveCount: 1 },
  ];

  it.each(again)("isn't sent again $name once its delivery is recorded", async ({ wait, receiveCount }) => {
    const world = subscribed();
    const message = world.message();
    await world.run(message);
    world.clock.advance(wait);
    expect(await world.run({ message, receiveCount }, { message, receiveCount: receiveCount + 1 })).toEqual([
      ...["fulfilled", "fulfilled"],
    ]);
    expect(world.posts).toHaveLength(1);
  });

  it.each(again)("schedules the next attempt $name if its worker died before that", async ({ wait, receiveCount }) => {
    const world = answering(500);
    const message = world.message();
    vi.spyOn(world.deliver, "send").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
    expect(await world.run(message)).toEqual(["rejected"]);
    expect(world.queued()).toEqual([]);
    world.clock.advance(wait);
    expect(await world.run({ message, receiveCount })).toEqual(["fulfilled"]);
    expect(world.queued()).toMatchObject([{ message: { attempt: 2 } }]);
    expect(world.posts).toHaveLength(1);
  });

  it.each([
    { lane: "deliver", fields: {} },
    { lane: "deliverSlow", fields: { slow: true } },
  ] as const)("waits in its lane, $lane, after a redrive for another worker's attempt", async ({ lane, fields }) => {
    const world = subscribed();
    const message = { ...world.message(), ...fields };
    world.clock.advance(11 * 60_000);
    const asked = neverAnswers(world);
    void world.sender.run([{ message, receiveCount: 1 }]);
    await asked;
    expect(world.posts).toHaveLength(1);
    expect(await world.run({ message, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(world[lane].sent).toHaveLength(1);
    expect(world.queued()).toMatchObject([{ delaySeconds: 60, message: { attempt: 1, parked: true, ...fields } }]);
  });

  it("waits for a claim from before the clock was set back as long as a queue can hold it", async () => {
    const world = subscribed();
    const message = { ...world.message(1), parked: true as const };
    // Its worker claims the attempt, and dies.
    const posted = neverAnswers(world);
    void world.run(message);
    await posted;
    expect(world.rows()).toMatchObject([{ attempt: 1, claimedAt: world.clock.now() }]);
    world.clock.advance(-3_600_000);
    await world.restarted().run([{ message, receiveCount: 2 }]);
    expect(world.queued()).toMatchObject([{ delaySeconds: 900 }]);
  });

  it("is posted once if it is one of two duplicates of a retry", async () => {
    const world = answering(500);
    await world.run(world.message());
    const [next] = world.queued();
    world.clock.advance(10_000);
    await world.run(next!.message, next!.message);
    await world.run(next!.message);
    expect(world.posts).toHaveLength(2);
    expect(world.queued()).toHaveLength(1);
    expect(world.endpoint(), "nothing is left for a drain").not.toHaveProperty("due");
  });
});

describe("a record that fails", () => {
  const unavailable = new EngineUnavailableError("throttled");

  it("is retried", async () => {
    const world = subscribed();
    vi.spyOn(world.deliveries, "put").mockRejectedValueOnce(unavailable).mockRejectedValueOnce(unavailable);
    expect(await world.run(world.message())).toEqual(["fulfilled"]);
    expect(world.posts).toHaveLength(1);
    expect(world.rows()).toMatchObject([{ state: "delivered" }]);
  });

  it("continues as a message while the table is unavailable, and nothing is posted again", async () => {
    const world = answering(answered(503, { retryAfter: "60" }));
    const put = vi.spyOn(world.deliveries, "put").mockRejectedValue(unavailable);
    expect(await world.run(world.message())).toEqual(["fulfilled"]);
    put.mockRestore();
    expect(world.rows()).toEqual([]);
    const [late] = world.queued();
    expect(late).toMatchObject({ delaySeconds: 30, message: { attempt: 1, answer: { status: 503 } } });
    expect(await world.run(late!.message)).toEqual(["fulfilled"]);
    expect(world.eventReads).toHaveLength(1);
    expect(world.endpoints.get("sub_1")).toMatchObject({ status: "active" });
    expect(world.rows()).toMatchObject([{ state: "waiting", attempt: 1, attempts: [{ status: 503 }] }]);
    expect(world.queued()).toMatchObject([{ message: { attempt: 2 } }]);
    await world.run({ message: late!.message, receiveCount: 2 });
    expect(world.posts).toHaveLength(1);
    expect(world.rows()[0]?.attempts).toHaveLength(1);
  });

  it("counts once if it was written although its response was lost", async () => {
    const world = answering(500);
    const put = world.deliveries.put.bind(world.deliveries);
    vi.spyOn(world.deliveries, "put").mockImplementationOnce(async (puts) => {
      await put(puts);
      throw unavailable;
    });
    expect(await world.run(world.message())).toEqual(["fulfilled"]);
    expect(world.rows()).toMatchObject([{ state: "waiting", attempts: [{ status: 500 }] }]);
    expect(world.rows()[0]?.attempts).toHaveLength(1);
    expect(world.queued()).toHaveLength(1);
  });

  it("keeps its delivered result, whatever a duplicate recorded meanwhile", async () => {
    const world = subscribed();
    const message = world.message();
    const answers = [answered(500), answered(200)];
    world.answer = () => answers.shift() ?? answered(500);
    // Two duplicates of a first attempt, neither of which looks before it posts.
    await world.run(message, message);
    expect(world.rows()).toMatchObject([{ state: "delivered", attempt: 1 }]);
    const [next] = world.queued();
    world.clock.advance(10_000);
    if (next !== undefined) await world.run(next.message);
    expect(world.posts).toHaveLength(2);
  });
});
