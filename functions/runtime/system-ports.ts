import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";

export const systemClock: Clock = { now: () => Date.now() };

export const systemSleeper: Sleeper = { sleep: (ms) => delay(ms) };

export const systemRandomness: Randomness = {
  bytes: (length) => randomBytes(length),
  fraction: () => Math.random(),
};
