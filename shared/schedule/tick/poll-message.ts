import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";
import { instanceName } from "../../source/instance.ts";

/** Feeds of one instance to poll now, and what that may cost. Past `startBy` (unix ms) its allowance belongs to a tick long gone. */
export const pollMessage = z.object({
  instance: instanceName,
  feedIds: z.array(z.string()).min(1),
  allowance: z.int().min(1),
  startBy: z.int(),
  /** The part of the instance's visits that the source failed lately; absent where it is small. */
  failingPart: z.number().exactOptional(),
  /** Nothing answered lately, and this asks whether something does again. */
  probe: z.literal(true).exactOptional(),
});
export type PollMessage = z.infer<typeof pollMessage>;

/** The latest end (unix ms) of the visits of a message that is started by then. */
export const underWayUntil = (startBy: number, { pollDeadline }: Pick<Timings, "pollDeadline">): number =>
  startBy + pollDeadline;
