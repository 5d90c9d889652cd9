import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";
import { instanceName } from "../../source/instance.ts";

/**
 * Feeds of one instance to poll now, and how many requests that may cost. After `startBy` (unix ms), the message's
 * allowance belongs to an old tick.
 */
export const pollMessage = z.object({
  instance: instanceName,
  feedIds: z.array(z.string()).min(1),
  allowance: z.int().min(1),
  startBy: z.int(),
  /** The fraction of the instance's recent visits that failed because of the source; absent if it is small. */
  failingPart: z.number().exactOptional(),
  /** The instance is parked or stopped responding, and this poll tests whether it responds again. */
  probe: z.literal(true).exactOptional(),
});
export type PollMessage = z.infer<typeof pollMessage>;

/** The latest end (unix ms) of the visits of a message that starts by `startBy`. */
export const underWayUntil = (startBy: number, { pollDeadline }: Pick<Timings, "pollDeadline">): number =>
  startBy + pollDeadline;
