import { incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome } from "../../../shared/delivery/attempt/dialer.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/drain-turns.ts";
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

/**
 * Advances by seconds: the queues deliver their messages, and a sweep comes every 15 s. Returns how many deliveries were
 * sent.
 */
export async function pass(world: DeliveryWorld, seconds: number): Promise<number> {
  let messages = 0;
  for (let second = 0; second < seconds; second += 1) {
    world.clock.advance(1_000);
    if (second % 15 === 0) await world.recovery.run({ kind: "sweep" });
    for (const drain of world.recover.take()) await world.recovery.run(recoverMessage.parse(drain));
    for (const message of [...world.deliver.take(), ...world.deliverSlow.take()]) {
      messages += 1;
      await world.run(incomingDelivery.parse(message));
    }
  }
  return messages;
}
