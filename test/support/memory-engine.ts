import type { Engine, Settings } from "../../functions/runtime/engine.ts";
import type { Context } from "../../shared/kernel/context.ts";
import type { QueueName, TableName } from "../../shared/kernel/topology.ts";
import type { FakeClock } from "./fake-clock.ts";
import { FakeKeyWrapper } from "./fake-key-wrapper.ts";
import { MemoryQueue } from "./memory-queue.ts";
import { MemoryTable } from "./memory-table.ts";
import { testContext } from "./test-context.ts";

type Given = Partial<Omit<Context, "clock" | "timings">> & {
  readonly clock?: FakeClock;
  readonly settings?: Partial<Settings>;
  /** Opens a table. By default, its pages are as long as DynamoDB's. */
  readonly open?: (name: TableName) => MemoryTable;
};

/** An engine with tables and queues in memory, in a {@link testContext}. Nothing is on its bus. */
export function memoryEngine({ settings, open = (name) => new MemoryTable(name), ...given }: Given = {}) {
  const { timings, ...context } = testContext(given);
  const tables = new Map<TableName, MemoryTable>();
  const queues = new Map<QueueName, MemoryQueue>();
  return {
    ...context,
    table: (name: TableName) => made(tables, name, open),
    queue: (name: QueueName) => made(queues, name, () => new MemoryQueue()),
    bus: { publish: async () => ({ refused: [] }) },
    keys: new FakeKeyWrapper(),
    settings: {
      partnerUrl: "https://partner.example.com",
      allowInsecureEndpoints: false,
      operatorKeyHash: "",
      timings,
      ...settings,
    },
  } satisfies Engine;
}

function made<Name, T>(known: Map<Name, T>, name: Name, make: (name: Name) => T): T {
  const one = known.get(name) ?? make(name);
  known.set(name, one);
  return one;
}
