import { expect, test } from "vitest";
import { repeatRefused } from "../../../shared/adapters/aws/retries.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** Calls for twelve entries an engine that accepts `accepted` of them at a time. */
async function repeated(accepted: number, inTime?: () => boolean) {
  const sleeper = new FakeClock();
  const parts = { sleeper, randomness: { fraction: () => 0.5, bytes: () => new Uint8Array() } };
  const work = Array.from({ length: 12 }, (_, n) => n);
  const attempt = async (left: readonly number[]) => left.slice(accepted);
  const left = await repeatRefused(work, attempt, inTime === undefined ? parts : { ...parts, inTime });
  return { left: left.length, slept: sleeper.slept };
}

test("refused entries are tried again in short intervals as long as any succeed", async () => {
  expect(await repeated(1)).toEqual({ left: 0, slept: Array.from({ length: 11 }, () => 25) });
});

test("the intervals grow while none succeeds, until the entries are given up", async () => {
  expect(await repeated(0)).toEqual({ left: 12, slept: [50, 100, 200, 400, 800, 1_500] });
  expect(await repeated(1, () => false)).toEqual({ left: 11, slept: [] });
});
