import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { type Backlog, type BacklogRow, dueShardOf, dueShards, type EndpointId, endpointOf } from "./backlog.ts";
import type { RecoverMessage } from "./recover-message.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<TableReader, "queryIndex">;
  readonly backlog: Backlog;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly clock: Clock;
  /** Deliveries one drain sends before it hands on to the next: a function's time is limited, a backlog isn't. */
  readonly limit: number;
};

/** Passes over an endpoint whose backlog grows meanwhile; after them the next sweep finds it. */
const passes = 3;

/** Brings deliveries back from the backlog when they are due. */
export class Recovery {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(message: RecoverMessage): Promise<void> {
    if (message.kind === "sweep") await this.#sweep();
    else await this.#drain(message);
  }

  async #sweep(): Promise<void> {
    const { table, clock, recover } = this.#parts;
    const upTo = clock.now();
    for (let shard = 0; shard < dueShards; shard += 1) {
      let page = await table.queryIndex({ index: "due", partition: dueShardOf(shard), upTo });
      for (;;) {
        if (page.items.length > 0) await recover.send(page.items.map((key) => drainOf(endpointOf(key))));
        const after = page.items.at(-1);
        if (!page.more || after === undefined) break;
        page = await table.queryIndex({ index: "due", partition: dueShardOf(shard), upTo, after });
      }
    }
  }

  async #drain({ partner, subscription }: EndpointId): Promise<void> {
    const { backlog, clock, recover, limit } = this.#parts;
    for (let pass = 0; pass < passes; pass += 1) {
      const endpoint = await backlog.endpoint({ partner, subscription });
      // The index that named it may be stale.
      if (endpoint.due === undefined || endpoint.due > clock.now()) return;
      const { due, next } = await this.#sorted(subscription);
      await this.#send(due.slice(0, limit));
      if (due.length > limit) {
        await recover.send([drainOf({ partner, subscription })]);
        return;
      }
      if (await backlog.settle({ partner, subscription }, endpoint.parkRev, next)) return;
    }
  }

  /** What is due, oldest event first, and when the earliest of the rest will be. */
  async #sorted(subscription: string): Promise<{ readonly due: BacklogRow[]; readonly next: number | undefined }> {
    const { backlog, clock } = this.#parts;
    const now = clock.now();
    const due: BacklogRow[] = [];
    let next: number | undefined;
    for await (const row of backlog.rows(subscription)) {
      if (row.due <= now) due.push(row);
      else next = Math.min(next ?? row.due, row.due);
    }
    return { due: due.sort((one, other) => (one.event < other.event ? -1 : 1)), next };
  }

  async #send(due: readonly BacklogRow[]): Promise<void> {
    const { deliver, backlog } = this.#parts;
    if (due.length === 0) return;
    await deliver.send(
      due.map((row) => ({ body: JSON.stringify(deliveryMessage.parse(row)), group: row.subscription })),
    );
    // After the sends: what is sent twice is dropped by its claim, what is removed unsent would be lost.
    await Promise.all(due.map((row) => backlog.remove(row)));
  }
}

function drainOf({ partner, subscription }: EndpointId): OutgoingMessage {
  return { body: JSON.stringify({ kind: "drain", partner, subscription }), group: subscription };
}
