import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";
import type { TimedClass } from "../feeds/feed-kinds.ts";
import { levelOfClass } from "../feeds/wheel-partition.ts";

/**
 * The position of the wheel of a class in real time. `tick` is the virtual tick to be done next, `after` the last feed of it that was sent.
 * `credit`: virtual ticks that time has allowed and that weren't done yet. Time only limits the speed; what the wheel
 * passes is passed in order and only once it was sent, so a short budget slows it and nothing is skipped.
 */
export const wheel = z.object({
  tick: z.int(),
  credit: z.number(),
  after: z.string().optional(),
  /** How often the class sent something: decides whether the wheel or the poll requests come first. */
  turns: z.int(),
  /** Unix ms at which the current round of the wheel began, and how long (ms) the last whole one took. */
  turnAt: z.int(),
  lastTurn: z.int().optional(),
});
export type Wheel = z.infer<typeof wheel>;

export const newWheel = (now: number): Wheel => ({ tick: 0, credit: 1, turns: 0, turnAt: now });

/** Shortest time (ms) of a whole round. */
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

/** Gives the wheel the virtual ticks of `elapsed` ms; at most one round, or one real tick's worth, is kept for later. */
export function allowed(name: TimedClass, old: Wheel, elapsed: number, timings: Timings): Wheel {
  const perTurn = 2 ** levelOfClass[name];
  const perMs = perTurn / Math.max(1, turnTime(name, timings));
  const most = Math.max(perTurn, timings.tick * perMs);
  return { ...old, credit: Math.min(most, old.credit + Math.max(0, elapsed) * perMs) };
}

/** The wheel after its current virtual tick was done to the end. */
export function advanced(name: TimedClass, { tick, credit, turns, turnAt, lastTurn }: Wheel, now: number): Wheel {
  const next = { tick: tick + 1, credit: credit - 1, turns };
  if (next.tick % 2 ** levelOfClass[name] === 0) return { ...next, turnAt: now, lastTurn: now - turnAt };
  return { ...next, turnAt, lastTurn };
}
