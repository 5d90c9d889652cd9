import * as z from "zod";
import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Timings } from "../../kernel/timings.ts";
import { type Backlog, type BacklogRow, backlogRow, endedAtOnce, endRows } from "../backlog/backlog.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import type { EndpointNotices } from "../endpoint/endpoint-notices.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { isFinal } from "../rows/delivery-row.ts";

type Parts = Context & {
  readonly backlog: Backlog;
  readonly log: DeliveryLog;
  readonly notices: EndpointNotices;
};

export class PullQueue {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Acknowledge `message` only after this has returned. */
  async enqueue(message: DeliveryMessage, type: string): Promise<void> {
    const { log, backlog, timings } = this.#parts;
    const known = await log.find(message);
    // A queue may deliver a message twice, and a delivery that was acknowledged must not come back.
    if (known !== undefined && isFinal(known)) return;
    await backlog.add(message, { due: expiryOf(message.event, timings), type });
  }

  /** After "more", call this method again. After "changed", read and check the endpoint again. */
  async expire(endpoint: EndpointId, { backlogRev }: EndpointItem): Promise<"done" | "more" | "changed"> {
    const { backlog, clock, timings } = this.#parts;
    const rows = backlog.rows(endpoint.subscription, { few: endedAtOnce, unordered: true });
    const isOver = ({ event }: BacklogRow) => expiryOf(event, timings) <= clock.now();
    // The oldest event comes first, so the first row that stays is the next to expire.
    const ended = await endRows(rows, isOver, (row) => this.#expireRow(row));
    if (ended === "more") return "more";
    const next = ended.next && expiryOf(ended.next.event, timings);
    return (await backlog.setDue(endpoint, backlogRev, next)) ? "done" : "changed";
  }

  async #expireRow(row: BacklogRow): Promise<void> {
    const { backlog, log, notices } = this.#parts;
    await log.expire(row, await log.find(row));
    const ended = await log.find(row);
    if (ended?.state === "expired") {
      await notices.exhausted(row.type === undefined ? ended : { ...ended, type: row.type });
    }
    await backlog.remove(row);
  }
}

/** A row of the backlog whose `due` is its expiry. */
export const pullRow = backlogRow.extend({
  /** In unix ms. */
  leasedUntil: z.int().exactOptional(),
  fetched: z.int().default(0),
});
export type PullRow = z.infer<typeof pullRow>;

/** A delivery expires at most this long (ms) before its row and its event do, so that a notice can be sent. */
const margin = 3_600_000;

/** When (unix ms) a delivery expires if it isn't acknowledged. */
export function expiryOf(event: string, { eventRetention }: Pick<Timings, "eventRetention">): number {
  return Math.floor((detectedAtOf(event) ?? 0) + eventRetention - Math.min(margin, eventRetention / 100));
}

export function ackIdOf({ event, run }: Pick<PullRow, "event" | "run">): string {
  return `${event}.${run}`;
}

export function acknowledgedOf(ackId: string): { readonly event: string; readonly run: string } | undefined {
  const [, event, run] = /^(evt_[0-9A-Z]{26})\.(0|rpl_[0-9A-Z]{26})$/.exec(ackId) ?? [];
  return event === undefined || run === undefined ? undefined : { event, run };
}
