import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Engine, Settings } from "../../functions/runtime/engine.ts";
import { systemClock, systemRandomness, systemSleeper } from "../../functions/runtime/system-ports.ts";
import { ChangeStream } from "../../shared/adapters/sqlite/change-stream.ts";
import { Database } from "../../shared/adapters/sqlite/database.ts";
import { LocalKeyWrapper, readKeyFile } from "../../shared/adapters/sqlite/key-file.ts";
import { SqliteBus } from "../../shared/adapters/sqlite/sqlite-bus.ts";
import { SqliteQueue } from "../../shared/adapters/sqlite/sqlite-queue.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { WakeUps } from "../../shared/adapters/sqlite/wake-ups.ts";
import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";
import type { BusEntry } from "../../shared/kernel/ports/event-bus.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import { type QueueName, queues, type TableName, tables } from "../../shared/kernel/topology.ts";

export type NodeEngineOptions = {
  /** Where everything is kept: `feedhook.db` and `key`. Made if it is missing. */
  readonly dataDir: string;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock?: Clock;
  readonly sleeper?: Sleeper;
  readonly randomness?: Randomness;
  /** Hears every event the bus takes, as a consumer's rule would. Nothing waits for it. */
  readonly onEvent?: (entry: BusEntry) => void;
};

/** What the host does with tables, queues and changes beyond what handlers do; a hostile engine stands in for each. */
export type NodeTable = Pick<SqliteTable, keyof SqliteTable>;
export type NodeQueue = Pick<SqliteQueue, keyof SqliteQueue>;
export type NodeChangeStream = Pick<ChangeStream, keyof ChangeStream>;

/** The engine of the single node, with what its host needs beyond what handlers know. */
export type NodeEngine = Omit<Engine, "table" | "queue"> & {
  readonly dataDir: string;
  table(name: TableName): NodeTable;
  queue(name: QueueName): NodeQueue;
  readonly mirrorChanges: NodeChangeStream;
  readonly wakeUps: WakeUps;
  /** Another engine on the same file, as another process would have: own connection, no memory in common but the wake-ups. */
  sibling(): NodeEngine;
  /** Commits what is under way and closes the file. */
  close(): void;
};

export function createNodeEngine(options: NodeEngineOptions): NodeEngine {
  return engineOn(options, new WakeUps());
}

function engineOn(options: NodeEngineOptions, wakeUps: WakeUps): NodeEngine {
  const { dataDir, settings, logger, metrics, onEvent } = options;
  const { clock = systemClock, sleeper = systemSleeper, randomness = systemRandomness } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, "feedhook.db"));
  const mirrorChanges = new ChangeStream(database, "mirror", clock, wakeUps);
  const table = (name: TableName) =>
    new SqliteTable(database, tables[name], clock, tables[name].streamed ? mirrorChanges : undefined);
  const queue = (name: QueueName) => new SqliteQueue(database, queues[name], clock, wakeUps);
  const allTables = {
    feeds: table("feeds"),
    mirror: table("mirror"),
    events: table("events"),
    subscriptions: table("subscriptions"),
    deliveries: table("deliveries"),
  };
  const allQueues = {
    ticks: queue("ticks"),
    poll: queue("poll"),
    fanout: queue("fanout"),
    deliver: queue("deliver"),
    "deliver-slow": queue("deliver-slow"),
    recover: queue("recover"),
  };
  return {
    dataDir,
    table: (name) => allTables[name],
    queue: (name) => allQueues[name],
    bus: new SqliteBus(allQueues.fanout, onEvent),
    keys: new LocalKeyWrapper(readKeyFile(join(dataDir, "key"), randomness), randomness),
    clock,
    sleeper,
    randomness,
    logger,
    metrics,
    settings,
    mirrorChanges,
    wakeUps,
    sibling: () => engineOn(options, wakeUps),
    close: () => {
      database.close();
    },
  };
}
