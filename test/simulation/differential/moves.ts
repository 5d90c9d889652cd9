import { importStore } from "../../../infra/node/move/import-store.ts";
import { raiseSeqFloors } from "../../../infra/node/move/seq-floors.ts";
import { StoreContents } from "../../../infra/node/sqlite-engine.ts";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { OutgoingMessage } from "../../../shared/kernel/ports/queue.ts";
import { type QueueName, queues, type TableName } from "../../../shared/kernel/topology.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { openDynamo, type openSqliteFile, type Store } from "./stores.ts";

/** A message that waits in a queue while its bridge moves. */
export type Waiting = OutgoingMessage & { readonly queue: QueueName; readonly delaySeconds: number };

type Moved = { readonly store: Store; readonly waiting: readonly Waiting[] };

/** Moves a stopped bridge: its store and the messages in its queues. */
export type Move = (
  from: Awaited<ReturnType<typeof openSqliteFile>>,
  waiting: readonly Waiting[],
  clock: Clock,
) => Promise<Moved>;

/** As `import --stage` does: row by row and message by message, to tables and queues on AWS. */
export const toDynamo: Move = async (from, waiting, clock) => {
  for (const message of waiting) {
    const queue = new SqliteQueue(from.database, queues[message.queue], clock, new LocalWakeUps());
    await queue.send([message]);
  }
  const store = await openDynamo(clock);
  const source = new StoreContents(from.path);
  const sent: Waiting[] = [];
  const queue = (name: QueueName) => ({
    send: async (messages: readonly OutgoingMessage[]) => {
      for (const message of messages) sent.push({ delaySeconds: 0, ...message, queue: name });
    },
  });
  const keys = new FakeKeyWrapper();
  const target = { table: (name: TableName) => store.table(name), queue, keys, clock };
  const progress = { load: () => undefined, save: () => undefined };
  try {
    await importStore({ source, sourceKeys: keys, target, progress, report: () => undefined });
  } finally {
    source.close();
  }
  return { store, waiting: sent };
};

/** As `import --data-dir` does: the store as a whole, with higher numbers for its next changes. */
export const toDirectory: Move = async (from, waiting, clock) => {
  await raiseSeqFloors(from.table("subscriptions"), clock.now());
  return { store: from, waiting: waiting.filter(({ queue }) => queue !== "ticks") };
};
