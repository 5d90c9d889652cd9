import type { TableContext } from "../kernel/context.ts";
import type { Key } from "../kernel/ports/table.ts";
import type { FanoutMessage } from "./fanout-message.ts";

/**
 * Records which chunks of an event's deliveries were sent (`events` table, pk `ledger#<event>`, sk `after#<after>`). A
 * chunk is the deliveries that fan-out sends for one message. Buses and queues repeat messages. Without the ledger,
 * each repeated message would send all its deliveries again, and a duplicate from the bus could cause events to be
 * posted twice.
 */
export class FanoutLedger {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /**
   * An eventually consistent read costs half as much, but may miss an entry written within the last second. Even a
   * consistent read misses a chunk whose deliveries are still being sent.
   */
  async areDone(messages: readonly FanoutMessage[]): Promise<readonly boolean[]> {
    if (messages.length === 0) return [];
    const entries = await this.#parts.table.getAll(messages.map(keyOf), { consistent: false });
    return entries.map((entry) => entry !== undefined);
  }

  /**
   * Call this after the deliveries are sent. If a worker recorded chunks first and died, their deliveries would be
   * lost.
   */
  async record(chunks: readonly { readonly message: FanoutMessage; readonly sent: number }[]): Promise<void> {
    if (chunks.length === 0) return;
    const { table, clock, timings } = this.#parts;
    const expiresAt = Math.ceil((clock.now() + timings.ledgerRetention) / 1_000);
    await table.put(chunks.map(({ message, sent }) => ({ item: { ...keyOf(message), sent, expiresAt } })));
  }
}

function keyOf({ id, after = "" }: FanoutMessage): Key {
  return { pk: `ledger#${id}`, sk: `after#${after}` };
}
