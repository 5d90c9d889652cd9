import type { DeliveryMessage } from "../fanout/delivery-message.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Timings } from "../kernel/timings.ts";
import type { Backlog } from "./backlog/backlog.ts";
import type { Notices } from "./endpoint/notices.ts";
import { queueDelayOf } from "./retry-plan.ts";
import type { DeliveryRow } from "./rows/delivery-row.ts";

type Parts = {
  readonly deliver: QueueSender;
  readonly backlog: Pick<Backlog, "park">;
  readonly notices: Pick<Notices, "exhausted">;
  readonly clock: Clock;
  readonly timings: Timings;
};

/**
 * Sees to what a recorded row calls for: the next attempt, or the notice that there is none. It follows from the row
 * alone and may be done again, since a worker can die between the record and this.
 */
export class Aftermath {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(row: DeliveryRow): Promise<void> {
    if (row.state === "expired") await this.#parts.notices.exhausted(row);
    else if (row.nextAt !== undefined) await this.#schedule(row, row.nextAt);
  }

  async #schedule(row: DeliveryRow, nextAt: number): Promise<void> {
    const { deliver, backlog, clock, timings } = this.#parts;
    const { subscription, partner, instance, event, run, attempt } = row;
    const next: DeliveryMessage = { subscription, partner, instance, event, run, attempt: attempt + 1 };
    const delaySeconds = queueDelayOf(attempt, nextAt - clock.now(), timings);
    if (delaySeconds === undefined) await backlog.park(next, nextAt);
    else await deliver.send([{ body: JSON.stringify(next), group: subscription, delaySeconds }]);
  }
}
