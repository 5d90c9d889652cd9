import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { IncomingDelivery, Received } from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome } from "../../../shared/delivery/attempt/dialer.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { answered, subscribed } from "./delivery-world.ts";
import { FaultyMachine } from "./faulty-machine.ts";

describe("a repeated message", () => {
  it("isn't sent again once its delivery is recorded", async () => {
    const world = subscribed();
    const message = world.message();
    await world.run(message);
    expect(await world.run({ message, receiveCount: 2 }, { message, receiveCount: 3 })).toEqual([
      "fulfilled",
      "fulfilled",
    ]);
    expect(world.posts).toHaveLength(1);
  });

  it("is sent again if its worker died before anything was recorded, and only after the claim expired", async () => {
    const world = subscribed();
    const message = world.message();
    const asked = Promise.withResolvers<undefined>();
    world.answer = () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    };
    void world.sender.run([{ message, receiveCount: 2 }]);
    await asked.promise;
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

  it("schedules the next attempt if its worker died between the record and that", async () => {
    const world = subscribed();
    world.answer = () => answered(500);
    const message = world.message();
    vi.spyOn(world.deliver, "send").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
    expect(await world.run(message)).toEqual(["rejected"]);
    expect(world.queued()).toEqual([]);
    expect(await world.run({ message, receiveCount: 2 })).toEqual(["fulfilled"]);
    expect(world.queued()).toMatchObject([{ message: { attempt: 2 } }]);
    expect(world.posts).toHaveLength(1);
  });

  it("isn't sent again after a redrive once its delivery is recorded", async () => {
    const world = subscribed();
    const message = world.message();
    await world.run(message);
    world.clock.advance(11 * 60_000);
    await world.run({ message, receiveCount: 1 });
    expect(world.posts).toHaveLength(1);
  });

  it("continues after a redrive if its next attempt couldn't be sent", async () => {
    const world = subscribed();
    world.answer = () => answered(500);
    const message = world.message();
    vi.spyOn(world.deliver, "send").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
    expect(await world.run(message)).toEqual(["rejected"]);
    world.clock.advance(11 * 60_000);
    // Anew, as SQS gives it out: nothing tells of the receives before.
    expect(await world.run({ message, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(world.posts).toHaveLength(1);
    expect(world.queued()).toMatchObject([{ message: { attempt: 2 } }]);
  });

  it("waits after a redrive for another worker's attempt and its record", async () => {
    const world = subscribed();
    const message = world.message();
    world.clock.advance(11 * 60_000);
    const asked = Promise.withResolvers<undefined>();
    world.answer = () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    };
    void world.sender.run([{ message, receiveCount: 1 }]);
    await asked.promise;
    expect(world.posts).toHaveLength(1);
    expect(await world.run({ message, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(world.queued()).toMatchObject([{ delaySeconds: 60, message: { attempt: 1, parked: true } }]);
  });

  it("waits for a claim from before the clock was set back as long as a queue can hold it", async () => {
    const world = subscribed();
    const message = { ...world.message(1), parked: true as const };
    const posted = Promise.withResolvers<undefined>();
    // Its worker claims the attempt, and dies.
    world.answer = () => {
      posted.resolve(undefined);
      return new Promise(() => undefined);
    };
    void world.run(message);
    await posted.promise;
    expect(world.rows()).toMatchObject([{ attempt: 1, claimedAt: world.clock.now() }]);
    world.clock.advance(-3_600_000);
    await world.restarted().run([{ message, receiveCount: 2 }]);
    expect(world.queued()).toMatchObject([{ delaySeconds: 900 }]);
  });

  it("is posted once if it is one of two duplicates of a retry", async () => {
    const world = subscribed();
    world.answer = () => answered(500);
    await world.run(world.message());
    const [next] = world.queued();
    world.clock.advance(10_000);
    await world.run(next!.message, next!.message);
    await world.run(next!.message);
    expect(world.posts).toHaveLength(2);
    expect(world.queued()).toHaveLength(1);
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
    const world = subscribed();
    world.answer = () => answered(503, { retryAfter: "60" });
    const put = vi.spyOn(world.deliveries, "put").mockRejectedValue(unavailable);
    expect(await world.run(world.message())).toEqual(["fulfilled"]);
    put.mockRestore();
    expect(world.rows()).toEqual([]);
    const [late] = world.queued();
    expect(late).toMatchObject({ delaySeconds: 30, message: { attempt: 1, answer: { status: 503 } } });
    await world.run(late!.message);
    expect(world.rows()).toMatchObject([{ state: "waiting", attempt: 1, attempts: [{ status: 503 }] }]);
    expect(world.queued()).toMatchObject([{ message: { attempt: 2 } }]);
    await world.run({ message: late!.message, receiveCount: 2 });
    expect(world.posts).toHaveLength(1);
    expect(world.rows()[0]?.attempts).toHaveLength(1);
  });

  it("counts once if it was written although its response was lost", async () => {
    const world = subscribed();
    world.answer = () => answered(500);
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

/** `RUNS=300 npx vitest run test/unit/delivery/crashes.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 120);

describe("with workers dying at any step, messages repeated and tables refusing,", () => {
  const faults = fc.array(
    fc.record({
      ...{ at: fc.integer({ min: 0, max: 90 }), length: fc.integer({ min: 1, max: 4 }) },
      ...{ stands: fc.boolean(), dies: fc.boolean() },
    }),
    { maxLength: 6 },
  );
  /** Seconds between rounds: within a claim's life, after a late record's delay, after a claim, after most retries. */
  const waits = fc.array(fc.constantFrom(1, 31, 62, 400, 10_800), { maxLength: 25 });
  /** Messages that a queue hands out once more, by the round and by which of those before it. */
  const repeats = fc.array(fc.record({ round: fc.integer({ min: 1, max: 25 }), which: fc.nat({ max: 20 }) }), {
    maxLength: 4,
  });
  /** Receives after which a message is a dead letter; it is redriven, as new, when its event is older than a first receive can be. */
  const receives = fc.integer({ min: 1, max: 4 });
  /** What the endpoint answers, before it answers 200 for good. */
  const answers = fc.array(fc.constantFrom("500", "500", "timeout", "429", "refused"), { maxLength: 8 });
  const limits = fc.constantFrom({}, {}, { ratePerSecond: 1 }, { maxConcurrency: 1 });
  const circumstances = fc.record({
    ...{ faults, waits, repeats, receives, answers, limits },
    ...{ deliveries: fc.integer({ min: 1, max: 3 }), twice: fc.boolean() },
  });

  it(
    "every delivery ends delivered, and no attempt is repeated once its response is recorded",
    async () => {
      await fc.assert(
        fc.asyncProperty(circumstances, async (planned) => {
          const world = subscribed();
          world.subscribe("sub_1", planned.limits);
          const machine = new FaultyMachine(world, planned.faults);
          const left = [...planned.answers];
          const repeated: string[] = [];
          world.answer = ({ headers }) => {
            const event = headers["webhook-id"]!;
            const row = world.rows().find((one) => one.event === event);
            const attempt = `${event} ${row?.claimedAt === undefined ? 1 : row.attempt}`;
            if (row?.state === "delivered" || machine.recorded.has(attempt)) repeated.push(attempt);
            return answerOf(left.shift());
          };
          const first = Array.from({ length: planned.deliveries }, (_, n) => world.message(n + 1));
          const begun = world.clock.now();
          const handedOut: IncomingDelivery[] = [];
          let queue = [...first, ...(planned.twice ? first : [])].map((message) => ({
            message,
            receiveCount: 1,
            at: 0,
          }));
          for (let round = 0; round < 90; round += 1) {
            const now = world.clock.now();
            const batch: Received[] = queue.filter(({ at }) => at <= now);
            queue = queue.filter(({ at }) => at > now);
            for (const { round: when, which } of planned.repeats) {
              const message = when === round ? handedOut[which % handedOut.length] : undefined;
              if (message !== undefined) batch.push({ message, receiveCount: 2 });
            }
            handedOut.push(...batch.map(({ message }) => message));
            const statuses = await machine.run(batch);
            for (const { message, receiveCount } of batch.filter((_, at) => statuses[at] === "rejected")) {
              if (receiveCount < planned.receives) queue.push({ message, receiveCount: receiveCount + 1, at: now });
              else queue.push({ message, receiveCount: 1, at: Math.max(now, begun + 11 * 60_000) });
            }
            await machine.sweep();
            for (const { message, delaySeconds } of world.queued()) {
              queue.push({ message, receiveCount: 1, at: now + delaySeconds * 1_000 });
            }
            if (queue.length === 0 && world.backlogRows().length === 0 && round > 25) break;
            world.clock.advance((planned.waits[round] ?? 10_800) * 1_000);
          }
          expect(world.rows().map(({ state }) => state)).toEqual(first.map(() => "delivered"));
          expect(repeated).toEqual([]);
          expect(world.backlogRows()).toEqual([]);
        }),
        { numRuns: runs },
      );
    },
    60_000 + runs * 50,
  );
});

function answerOf(what: string | undefined): DialOutcome {
  if (what === "timeout" || what === "refused") {
    return { outcome: "failed", class: what === "refused" ? "connect" : what, ms: 20, timing: {} };
  }
  return what === "429" ? answered(429, { retryAfter: "90" }) : answered(Number(what ?? 200));
}
