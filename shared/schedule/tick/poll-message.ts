import * as z from "zod";
import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import { instanceName } from "../../source/instance.ts";
import { startsEvery } from "../../source/request-pace.ts";
import { classPolicies } from "../budget/class-policy.ts";
import type { FeedClass } from "../feeds/feed.ts";
import type { Grant } from "./class-dispatch.ts";

/**
 * Feeds of one instance to poll now, with at most `allowance` requests. After `startBy` (unix ms), the allowance
 * belongs to an old tick, so the feeds are requested again instead of polled.
 */
export const pollMessage = z.object({
  instance: instanceName,
  feedIds: z.array(z.string()).min(1),
  allowance: z.int().min(1),
  startBy: z.int(),
  /** The fraction of the instance's recent visits that failed because of the source; absent if it is small. */
  failingPart: z.number().exactOptional(),
  /** Set if the poll tests whether a parked or silent instance responds again. */
  probe: z.literal(true).exactOptional(),
});
export type PollMessage = z.infer<typeof pollMessage>;

/** From this time (unix ms) on, a message's visits begin no more reads if they started by `startBy`. */
export const underWayUntil = (startBy: number, { pollDeadline }: Timings): number => startBy + pollDeadline;

const leastFailingPart = 0.01;

/**
 * No message starts before `from`. Grants with `spread` are distributed over the tick, in whole seconds, because SQS
 * delays messages by whole seconds. Each class of an instance is a fair-queue group, so that a timeline doesn't wait
 * behind the first visits of a hundred thousand owners.
 */
export function pollMessagesOf(
  instance: string,
  grants: readonly Grant[],
  { from, now }: { readonly from: number; readonly now: number },
  { tick, startBy }: Timings,
  failingPart = 0,
): readonly OutgoingMessage[] {
  const held = Math.ceil((from - now) / 1_000);
  const messageOf = ({ feedClass, feedIds, allowance, probe }: Grant, afterSeconds: number): OutgoingMessage => {
    const delaySeconds = held + afterSeconds;
    const body: PollMessage = {
      instance,
      feedIds: [...feedIds],
      allowance,
      startBy: now + delaySeconds * 1_000 + startBy,
      ...(failingPart >= leastFailingPart && { failingPart }),
      ...(probe === true && { probe }),
    };
    return { body: JSON.stringify(body), group: `${instance}#${feedClass}`, delaySeconds };
  };
  const spread = Map.groupBy(
    grants.filter((grant) => grant.spread),
    ({ feedClass }) => feedClass,
  );
  return [
    ...grants.filter((grant) => !grant.spread).map((grant) => messageOf(grant, 0)),
    ...[...spread].flatMap(([feedClass, packs]) =>
      joined(packs, messagesFor(feedClass, packs.length, tick)).map((grant, position, { length }) =>
        messageOf(grant, Math.floor(delayOf(position, length, tick) / 1_000)),
      ),
    ),
  ];
}

/**
 * The smallest number of start times in a tick. The actual number is a multiple of this one, so that every `paceSpan`
 * contains the same fraction of the start times. For example, a tick of 15 s has 3, 6, 9 … start times, and any ten
 * seconds contain two thirds of them. With uneven starts, a worker could get more requests than it can start within
 * `paceSpan`. Its Lambda function would then wait, and the wait is billed.
 */
const momentsOf = (tick: number): number => tick / startsEvery(tick);

/**
 * Owners use the budget that the other classes leave. To spread this use evenly over the tick, the number of their
 * messages is a multiple of `momentsOf`, if there are enough packs.
 */
function messagesFor(feedClass: FeedClass, packs: number, tick: number): number {
  const least = feedClass === "owners" ? momentsOf(tick) : 1;
  return Math.min(packs, Math.ceil(packs / classPolicies[feedClass].packsPerMessage / least) * least);
}

/** The delay (ms) of the class's message at index `position`. */
function delayOf(position: number, messages: number, tick: number): number {
  const least = momentsOf(tick);
  const moments = Math.ceil(messages / least) * least;
  return (Math.floor((position * moments) / messages) * tick) / moments;
}

/**
 * Joins neighbouring packs into messages of similar size. Packs that contain the same feed stay in separate messages,
 * so that the feed is visited twice.
 */
function joined(packs: readonly Grant[], count: number): readonly Grant[] {
  const messages: Grant[] = [];
  for (const [position, pack] of packs.entries()) {
    const last = messages.at(-1);
    const begins = Math.floor((position * count) / packs.length) > Math.floor(((position - 1) * count) / packs.length);
    if (last === undefined || begins || pack.feedIds.some((feedId) => last.feedIds.includes(feedId))) {
      messages.push(pack);
      continue;
    }
    messages[messages.length - 1] = {
      ...last,
      feedIds: [...last.feedIds, ...pack.feedIds],
      allowance: last.allowance + pack.allowance,
    };
  }
  return messages;
}
