import type { QueueName } from "../../kernel/topology.ts";

/** A redrive that gives dead letters back by and by: one that is under way, or the last one if it failed. */
export type RedriveProgress = {
  readonly state: "running" | "failed";
  /** Unix ms. */
  readonly startedAt: number;
  readonly moved: number;
  /** How many there were when it started; absent until the engine has counted them. */
  readonly toMove?: number;
  /** Why it failed, in the engine's words. */
  readonly reason?: string;
};

/** Messages of a queue: to be taken now, later, being worked on, and given up. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
  /** Unix ms when the oldest message that is ready was sent; on AWS, the oldest that isn't done. Absent where nobody knows. */
  readonly readySince?: number;
  /** Unix ms when the oldest dead letter died. Absent where nobody knows. */
  readonly deadSince?: number;
  /** Unix ms at which the engine measured these two ages; absent where they are of this moment. */
  readonly measuredAt?: number;
  readonly redrive?: RedriveProgress;
};

/** Owners of an instance that are known, and those whose first contact is complete. */
export type FirstContactCounts = { readonly known: number; readonly met: number };

export type DeliveryCounts = { readonly [state: string]: number };

/** Backups that are made by a schedule, on one machine. */
export type BackupState = {
  /** Unix ms when the newest one was made; where there is none, when the program started. */
  readonly since: number;
  /** Unix ms since when one is missing, because it fails or is overdue; absent while all is well. */
  readonly missingSince?: number;
  /** Why the last try failed, if it did. */
  readonly fault?: string;
};

/** What only the engine can count; undefined where it can't without reading everything. Throws EngineUnavailableError. */
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
