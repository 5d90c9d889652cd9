import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock, systemRandomness, systemSleeper } from "../../functions/runtime/system-ports.ts";
import { LocalKeyWrapper, makeKeyFile, readKeyFile, removeUnlinkedKeys } from "../../shared/adapters/local/key-file.ts";
import { LocalBus } from "../../shared/adapters/local/local-bus.ts";
import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { Database } from "../../shared/adapters/sqlite/database.ts";
import { lockDataDirectory } from "../../shared/adapters/sqlite/host-lock.ts";
import { SqliteChangeStream } from "../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteQueue } from "../../shared/adapters/sqlite/sqlite-queue.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import {
  StoreContents,
  type StoredMessage,
  type UnpublishedChange,
} from "../../shared/adapters/sqlite/store-contents.ts";
import { compactStore, copyStore, verifyStore } from "../../shared/adapters/sqlite/store-copy.ts";
import { WriteTurn } from "../../shared/adapters/sqlite/write-turn.ts";
import { byName } from "../../shared/kernel/by-name.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { type QueueName, queues, type TableName, tables } from "../../shared/kernel/topology.ts";
import { createLogger } from "./create-logger.ts";
import { openDataDirectory } from "./data-directory.ts";
import { InMemoryMetrics } from "./in-memory-metrics.ts";
import type { NodeEngine, NodeEngineOptions } from "./node-engine.ts";

/** No other file of the host depends on SQLite. */
export const [copySqliteStore, verifySqliteStore, compactSqliteStore] = [copyStore, verifyStore, compactStore];
export const lockStore = lockDataDirectory;
export { StoreContents, type StoredMessage, type UnpublishedChange };

/** Everything is in `feedhook.db` of the data directory, except the wrapping key, which is in `key`. */
export function createSqliteEngine(options: NodeEngineOptions, wakeUps = new LocalWakeUps()): NodeEngine {
  const { dataDir, settings, logger, metrics, mailer, tracer, onEvent } = options;
  const { clock = systemClock, sleeper = systemSleeper, randomness = systemRandomness } = options;
  openDataDirectory(dataDir);
  const [storePath, keyPath] = [join(dataDir, "feedhook.db"), join(dataDir, "key")];
  // The key is created only if there is no store yet: a store without a key has lost its key.
  if (!existsSync(storePath)) makeKeyFile(keyPath, randomness);
  const keys = new LocalKeyWrapper(readKeyFile(keyPath), randomness);
  removeUnlinkedKeys(keyPath);
  const fullListeners = new Set<() => void>();
  const turn = new WriteTurn(options.writeTurn);
  const onFull = () => {
    for (const listener of fullListeners) listener();
  };
  const database = new Database(storePath, onFull, turn);
  if (database.madePrivate.length > 0) {
    const action = "other users of this machine could read these files until now";
    logger.warn("store.made_private", { files: database.madePrivate.join(" "), action });
  }
  if (database.migrated !== undefined) logger.info("store.migrated", database.migrated);
  const mirrorChanges = new SqliteChangeStream(database, "mirror", clock, wakeUps);
  const access = (waits: boolean) => {
    const table = (name: TableName) =>
      new SqliteTable(database, tables[name], clock, {
        stream: tables[name].streamed ? mirrorChanges : undefined,
        waits,
      });
    const queue = (name: QueueName) => new SqliteQueue(database, queues[name], clock, wakeUps, { waits });
    return { table: byName(table), queue: byName(queue) };
  };
  const synced = access(true);
  return {
    ...synced,
    unsynced: access(false),
    bus: new LocalBus(synced.queue("fanout"), onEvent),
    keys,
    clock,
    sleeper,
    randomness,
    logger,
    metrics,
    mailer,
    tracer,
    settings,
    mirrorChanges,
    wakeUps,
    writeTurn: turn.shared,
    storage: {
      onFull: (listener) => {
        fullListeners.add(listener);
        return () => fullListeners.delete(listener);
      },
      tryRoom: () => database.tryRoom(),
    },
    // The function is async, so that a refusal rejects instead of throwing.
    lockHost: async () => Promise.resolve(lockDataDirectory(dataDir)),
    sibling: () => createSqliteEngine({ ...options, writeTurn: turn.shared }, wakeUps),
    close: () => {
      database.close();
    },
  };
}

/** For a command that neither polls nor serves requests. */
export function openStoreEngine(dataDir: string): NodeEngine {
  const settings = {
    partnerUrl: "",
    allowInsecureEndpoints: false,
    operatorKeyHash: "",
    timings: defaultTimings,
  };
  const logger = createLogger("pretty", "warn");
  return createSqliteEngine({ dataDir, settings, logger, metrics: new InMemoryMetrics() });
}
