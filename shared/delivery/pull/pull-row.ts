import * as z from "zod";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Timings } from "../../kernel/timings.ts";
import { backlogRow } from "../backlog/backlog.ts";

/** A delivery that waits to be fetched: a row of the backlog, whose `due` is when it expires. */
export const pullRow = backlogRow.extend({
  /** Unix ms until which whoever fetched it has it to itself. */
  leasedUntil: z.int().exactOptional(),
  /** How often it was fetched. */
  fetched: z.int().default(0),
});
export type PullRow = z.infer<typeof pullRow>;

/** Rows expire before the engine deletes them with their events, so that it is told. */
const margin = 3_600_000;

/** When (unix ms) a delivery that nobody acknowledged expires. */
export function expiryOf(event: string, { eventRetention }: Pick<Timings, "eventRetention">): number {
  return Math.floor((detectedAtOf(event) ?? 0) + eventRetention - Math.min(margin, eventRetention / 100));
}

/** What a consumer acknowledges by. */
export function ackIdOf({ event, run }: Pick<PullRow, "event" | "run">): string {
  return `${event}.${run}`;
}

/** Undefined for what no fetch gave out. */
export function deliveryOf(ackId: string): { readonly event: string; readonly run: string } | undefined {
  const [, event, run] = /^(evt_[0-9A-Z]{26})\.(0|rpl_[0-9A-Z]{26})$/.exec(ackId) ?? [];
  return event === undefined || run === undefined ? undefined : { event, run };
}
