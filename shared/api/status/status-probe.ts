import type { QueueName } from "../../kernel/topology.ts";

/** A redrive that moves dead letters back gradually: a running one, or the last one if it failed. */
export type RedriveProgress = {
  readonly state: "running" | "failed";
  /** Unix ms. */
  readonly startedAt: number;
  readonly moved: number;
  /** The number of dead letters at its start; absent until the engine has counted them. */
  readonly toMove?: number;
  /** Why it failed, in the engine's words. */
  readonly reason?: string;
};

/** Messages of a queue: ready, delayed, in progress, and dead. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
  /** Unix ms when the oldest ready message was sent; on AWS, the oldest that isn't done. Absent where unknown. */
  readonly readySince?: number;
  /** Unix ms when the oldest dead letter died. Absent where unknown. */
  readonly deadSince?: number;
  /** Unix ms at which the engine measured these two ages; absent where they are current. */
  readonly measuredAt?: number;
  readonly redrive?: RedriveProgress;
};

/** Owners of an instance that are known, and those whose first contact is complete. */
export type FirstContactCounts = { readonly known: number; readonly met: number };

export type DeliveryCounts = { readonly [state: string]: number };

/** Scheduled backups, on one machine. */
export type BackupState = {
  /** Unix ms of the newest backup; where there is none, of the program's start. */
  readonly since: number;
  /** Unix ms since when a backup is missing, because it failed or is overdue; absent while all is well. */
  readonly missingSince?: number;
  /** Why the last try failed, if it did. */
  readonly fault?: string;
};

/** What only the engine can count; undefined where it would have to read everything. Throws EngineUnavailableError. */
export type StatusProbe = {
  queueDepths(): Promise<{ readonly [name in QueueName]?: QueueDepth } | undefined>;
  /** Rows of the `deliveries` table by state. */
  deliveriesByState(): Promise<DeliveryCounts | undefined>;
  /** Absent where the engine can't count owners without reading everything. */
  ownersMet?(instance: string): Promise<FirstContactCounts>;
  /** Changes of the mirror that publishing gave up; on AWS, batches of them. */
  changesSetAside?(): Promise<number>;
  /** Absent where no backups are scheduled. */
  backups?(): Promise<BackupState>;
  /** Resolves once the rest of the bridge answers; absent where the API runs by itself. */
  alive?(): Promise<unknown>;
};
