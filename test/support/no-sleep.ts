import type { Sleeper } from "../../shared/kernel/ports/clock.ts";

/** Waiting takes no time, real or virtual. */
export const noSleep: Sleeper = { sleep: () => Promise.resolve() };
