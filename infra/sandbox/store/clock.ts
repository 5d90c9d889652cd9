import type { Micros } from "./instant.ts";

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
};

/** Microseconds that never decrease on a millisecond clock, so that writes within a millisecond keep their order. */
export function microsecondClock(clock: Clock): () => Micros {
  let last = 0;
  return () => {
    const start = clock.now() * 1000;
    last = last < start ? start + 137 : Math.min(last + 1, Math.max(last, start + 999));
    return last;
  };
}
