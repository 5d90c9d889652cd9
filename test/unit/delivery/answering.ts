import type { DialOutcome } from "../../../shared/delivery/attempt/dialer.ts";
import { answered, type DeliveryWorld, subscribed } from "./delivery-world.ts";

/** A subscribed world whose endpoint responds to everything with `outcome`, which may be only a status. */
export function answering(outcome: DialOutcome | number, ...settings: Parameters<typeof subscribed>): DeliveryWorld {
  const world = subscribed(...settings);
  world.answer = () => (typeof outcome === "number" ? answered(outcome) : outcome);
  return world;
}

/**
 * Advances to the next sweep and runs everything that it causes; returns the dialled events. Ignores the messages'
 * delays, and forgets earlier posts.
 */
export async function sweepAndSend(world: DeliveryWorld, after = 15_000): Promise<(string | undefined)[]> {
  world.clock.advance(after);
  world.posts.splice(0);
  await world.sweep();
  for (let due = world.queued(); due.length > 0; due = world.queued()) {
    for (const { message } of due) await world.run(message);
  }
  return world.posts.map(({ headers }) => headers["webhook-id"]);
}
