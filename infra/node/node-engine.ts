import type { Engine, Settings } from "../../functions/runtime/engine.ts";
import type { ChangeStream } from "../../shared/kernel/ports/change-stream.ts";
import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";
import type { BusEntry } from "../../shared/kernel/ports/event-bus.ts";
import type { HostLock } from "../../shared/kernel/ports/host-lock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Mailer } from "../../shared/kernel/ports/mailer.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";
import type { Queue } from "../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import type { Table, TableMaintenance, TableScanner } from "../../shared/kernel/ports/table.ts";
import type { Tracer } from "../../shared/kernel/ports/tracer.ts";
import type { WakeUps } from "../../shared/kernel/ports/wake-ups.ts";
import type { QueueName, TableName } from "../../shared/kernel/topology.ts";

type Storage = {
  /** Calls `listener` for every write that found no space. Returns a function that removes the listener. */
  onFull(listener: () => void): () => void;
  /** Throws `StoreFullError` while there is no space for a megabyte. */
  tryRoom(): Promise<void>;
};

export type NodeTable = Table & TableScanner & TableMaintenance;

/** The handlers' engine, and what a host needs to pump queues and changes. */
export type NodeEngine = Omit<Engine, "table" | "queue"> & {
  table(name: TableName): NodeTable;
  queue(name: QueueName): Queue;
  /**
   * For writes that have no effect outside the store: they resolve once they are committed, before they are on disk.
   * Later writes are never on disk without them.
   */
  readonly unsynced: Pick<NodeEngine, "table" | "queue">;
  readonly mirrorChanges: ChangeStream;
  readonly wakeUps: WakeUps;
  readonly storage: Storage;
  /** For engines on the same store in other threads: their transactions take turns with this engine's. */
  readonly writeTurn: SharedArrayBuffer;
  /** Makes the caller the only host of the store. Throws `HostRunningError`. */
  lockHost(): Promise<HostLock>;
  /**
   * Another engine on the same store, with its own connection, as another process would have. It shares this engine's
   * options and wake-ups.
   */
  sibling(): NodeEngine;
  /** Commits pending writes and closes the store. */
  close(): void;
};

export type NodeEngineOptions = {
  /** Contains everything; created if it is missing. */
  readonly dataDir: string;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly mailer?: Mailer | undefined;
  readonly tracer?: Tracer | undefined;
  readonly clock?: Clock;
  readonly sleeper?: Sleeper;
  readonly randomness?: Randomness;
  /** Shares the turn of another engine on the same store in this process. Default: a turn of its own. */
  readonly writeTurn?: SharedArrayBuffer;
  /** Receives every event that this engine publishes. Publishing doesn't wait for the callback. */
  readonly onEvent?: (entry: BusEntry) => void;
};
