import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Backlog } from "../backlog/backlog.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import type { EndpointNotices } from "../endpoint/endpoint-notices.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { isFinal } from "../rows/delivery-row.ts";
import { expiryOf } from "./pull-row.ts";

type Parts = {
  readonly backlog: Pick<Backlog, "park" | "rows" | "remove" | "settle">;
  readonly log: Pick<DeliveryLog, "find" | "expire">;
  readonly notices: Pick<EndpointNotices, "exhausted">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "eventRetention">;
};

/** Deliveries that wait until they are fetched and acknowledged, or expire. */
export class PullQueue {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** When this returned, and not before, the message may be acknowledged. */
  async enqueue(message: DeliveryMessage, type: string): Promise<void> {
    const { log, backlog, timings } = this.#parts;
    const known = await log.find(message);
    // Queues repeat messages; what was acknowledged would come back.
    if (known !== undefined && isFinal(known)) return;
    await backlog.park(message, { due: expiryOf(message.event, timings), type });
  }

  /** Ends what nobody acknowledged in time, and says so. False where something was parked meanwhile. */
  async expire(endpoint: EndpointId, { parkRev }: EndpointItem): Promise<boolean> {
    const { backlog, log, notices, clock, timings } = this.#parts;
    let next: number | undefined;
    // The oldest event first, so the first that stays is the next to expire.
    for await (const row of backlog.rows(endpoint.subscription)) {
      const due = expiryOf(row.event, timings);
      if (due > clock.now()) {
        next = due;
        break;
      }
      await log.expire(row, await log.find(row));
      const ended = await log.find(row);
      if (ended?.state === "expired")
        await notices.exhausted(row.type === undefined ? ended : { ...ended, type: row.type });
      await backlog.remove(row);
    }
    return backlog.settle(endpoint, parkRev, next);
  }
}
