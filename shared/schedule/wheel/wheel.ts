import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";
import type { TimedClass } from "../feeds/feed-kinds.ts";
import { levelOfClass } from "../feeds/wheel-partition.ts";

/**
 * The position of a wheel that turns in real time. `tick`: the next virtual tick. `after`: the last feed of this
 * virtual tick that was sent. `credit`: how many virtual ticks are allowed and not done yet. The wheel passes a feed
 * only after the feed was sent. So a small budget slows the wheel, but no feed is skipped.
 */
export const wheel = z.object({
  tick: z.int(),
  credit: z.number(),
  after: z.string().optional(),
  /** The number of ticks in which the class sent something. This number decides which step comes first (`stepsOf`). */
  turns: z.int(),
  /** `turnAt`: when the current round began (unix ms). `lastTurn`: how long (ms) the last complete round took. */
  turnAt: z.int(),
  lastTurn: z.int().optional(),
});
export type Wheel = z.infer<typeof wheel>;

export const newWheel = (now: number): Wheel => ({ tick: 0, credit: 1, turns: 0, turnAt: now });

/** How long (ms) a round takes if the budget allows it. */
export function turnTime(name: TimedClass, timings: Timings): number {
  switch (name) {
    case "timelines":
      return timings.timelinePeriod;
    case "rooms":
      return timings.roomPeriod;
    case "small":
      return timings.smallPeriod;
    case "walks":
      return timings.walkPeriod;
    case "scrubs":
      return timings.scrubPeriod;
  }
}

/** Unused credit is limited to the virtual ticks of one round or of one real tick, whichever is more. */
export function allowed(name: TimedClass, old: Wheel, elapsed: number, timings: Timings): Wheel {
  const perTurn = 2 ** levelOfClass[name];
  const perMs = perTurn / Math.max(1, turnTime(name, timings));
  const most = Math.max(perTurn, timings.tick * perMs);
  return { ...old, credit: Math.min(most, old.credit + Math.max(0, elapsed) * perMs) };
}

export function advanced(name: TimedClass, { tick, credit, turns, turnAt, lastTurn }: Wheel, now: number): Wheel {
  const next = { tick: tick + 1, credit: credit - 1, turns };
  if (next.tick % 2 ** levelOfClass[name] === 0) return { ...next, turnAt: now, lastTurn: now - turnAt };
  return { ...next, turnAt, lastTurn };
}
