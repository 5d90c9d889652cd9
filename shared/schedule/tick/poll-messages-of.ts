import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Grant } from "./class-dispatch.ts";
import type { PollMessage } from "./poll-message.ts";

/**
 * The poll messages of one tick. What may be spread is spread over the tick, in whole seconds as queues delay. Each class is
 * a fair-queue group: where more is granted than the workers can poll at once, a timeline doesn't wait behind the first
 * visits of a hundred thousand owners.
 */
export function pollMessagesOf(
  instance: string,
  grants: readonly Grant[],
  now: number,
  { tick, startBy }: Pick<Timings, "tick" | "startBy">,
): readonly OutgoingMessage[] {
  const spread = grants.filter((grant) => grant.spread);
  const messageOf = ({ feedClass, feedIds, allowance }: Grant, delaySeconds: number): OutgoingMessage => {
    const body: PollMessage = {
      instance,
      feedIds: [...feedIds],
      allowance,
      startBy: now + delaySeconds * 1_000 + startBy,
    };
    return { body: JSON.stringify(body), group: `${instance}#${feedClass}`, delaySeconds };
  };
  return [
    ...grants.filter((grant) => !grant.spread).map((grant) => messageOf(grant, 0)),
    ...spread.map((grant, position) => messageOf(grant, Math.floor((position * tick) / spread.length / 1_000))),
  ];
}
