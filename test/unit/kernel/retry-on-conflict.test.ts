import { expect, it } from "vitest";
import { ContentionError } from "../../../shared/kernel/errors.ts";
import { retryOnConflict } from "../../../shared/kernel/retry-on-conflict.ts";
import { FakeClock } from "../../support/fake-clock.ts";

it("repeats the attempt until it wins, and returns the winner's result", async () => {
  const answers = ["conflict", "conflict", "saved"] as const;
  let tried = 0;
  const result = await retryOnConflict("the item", () => Promise.resolve(answers[tried++] ?? "conflict"));
  expect([result, tried]).toEqual(["saved", 3]);
});

it("gives up with an error that names the item after twelve losses", async () => {
  let tried = 0;
  const losing = retryOnConflict("instance acme", () => {
    tried += 1;
    return Promise.resolve("conflict" as const);
  });
  await expect(losing).rejects.toThrow(new ContentionError("instance acme is being changed by other workers"));
  expect(tried).toBe(12);
});

it("waits increasingly between attempts if it has a sleeper, and not after the last", async () => {
  const clock = new FakeClock();
  const pauses = { sleeper: clock, randomness: { fraction: () => 0.5 } };
  await expect(retryOnConflict("the item", async () => Promise.resolve("conflict"), pauses)).rejects.toThrow();
  expect(clock.slept).toEqual([2.5, 5, 10, 20, 40, 80, 80, 80, 80, 80, 80]);
});
