import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import { paceSpan } from "../../source/request-pace.ts";
import { classPolicies } from "../budget/class-policy.ts";
import type { FeedClass } from "../feeds/feed.ts";
import type { Grant } from "./class-dispatch.ts";
import type { PollMessage } from "./poll-message.ts";

/** A smaller part of failing visits isn't worth a word in every message. */
const leastFailingPart = 0.01;

/**
 * The poll messages of one tick; none begins before `from`. What may be spread is spread over the tick, class by class, in
 * whole seconds as queues delay. Each class is a fair-queue group: where more is granted than the workers can poll at once, a timeline doesn't wait
 * behind the first visits of a hundred thousand owners.
 */
export function pollMessagesOf(
  instance: string,
  grants: readonly Grant[],
  { from, now }: { readonly from: number; readonly now: number },
  { tick, startBy }: Pick<Timings, "tick" | "startBy">,
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
 * How many moments a tick has at the least, at which its messages begin; where they need more, it is a multiple of that.
 * A worker begins only so many requests within `paceSpan`. If more come to it, its function waits, and the wait is paid
 * for. So every such span has the same part of the moments: with a tick of 15 s there are 3, 6 or 9, of which two thirds
 * fall into any 10 s.
 */
const momentsOf = (tick: number): number => tick / commonDivisor(tick, paceSpan);

/** In how many messages a class's packs go. Owners take what the budget has, tick after tick: as much at every moment. */
function messagesFor(feedClass: FeedClass, packs: number, tick: number): number {
  const least = feedClass === "owners" ? momentsOf(tick) : 1;
  return Math.min(packs, Math.ceil(packs / classPolicies[feedClass].packsPerMessage / least) * least);
}

/** After how many ms the message at a position begins, of so many of its class. */
function delayOf(position: number, messages: number, tick: number): number {
  const least = momentsOf(tick);
  const moments = Math.ceil(messages / least) * least;
  return (Math.floor((position * moments) / messages) * tick) / moments;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** Joins neighbouring packs in `count` messages of like size. A feed that is in two packs is visited twice, so these stay apart. */
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
