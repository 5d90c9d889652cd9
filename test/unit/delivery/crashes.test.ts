import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncomingDelivery, Received } from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome } from "../../../shared/delivery/attempt/dialer.ts";
import { answered, subscribed } from "./delivery-world.ts";
import { FaultyMachine } from "./faulty-machine.ts";

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
