import * as z from "zod";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Timings } from "../../kernel/timings.ts";
import { backlogRow } from "../backlog/backlog.ts";

/** A delivery that waits to be fetched and acknowledged: a row of the backlog whose `due` is its expiry. */
export const pullRow = backlogRow.extend({
  /** Until this time (unix ms), the delivery is leased to the consumer that fetched it. */
  leasedUntil: z.int().exactOptional(),
  /** How often the delivery was fetched. */
  fetched: z.int().default(0),
});
export type PullRow = z.infer<typeof pullRow>;

/** A delivery expires at most this long (ms) before its row and its event do, so that a notice can be sent. */
const margin = 3_600_000;

/** When (unix ms) a delivery expires if it isn't acknowledged. */
export function expiryOf(event: string, { eventRetention }: Pick<Timings, "eventRetention">): number {
  return Math.floor((detectedAtOf(event) ?? 0) + eventRetention - Math.min(margin, eventRetention / 100));
}

/** The id by which a consumer acknowledges a delivery. */
export function ackIdOf({ event, run }: Pick<PullRow, "event" | "run">): string {
  return `${event}.${run}`;
}

/** The delivery that an id identifies; undefined for an id that doesn't have the form of {@link ackIdOf}. */
export function acknowledgedOf(ackId: string): { readonly event: string; readonly run: string } | undefined {
  const [, event, run] = /^(evt_[0-9A-Z]{26})\.(0|rpl_[0-9A-Z]{26})$/.exec(ackId) ?? [];
  return event === undefined || run === undefined ? undefined : { event, run };
}
