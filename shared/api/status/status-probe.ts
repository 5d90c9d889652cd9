import type { QueueName } from "../../kernel/topology.ts";

/** A running redrive, or the last one if it failed. */
export type RedriveProgress = {
  readonly state: "running" | "failed";
  /** Unix ms. */
  readonly startedAt: number;
  readonly moved: number;
  /** The number of dead letters when the redrive started; absent until the engine has counted them. */
  readonly toMove?: number;
  readonly reason?: string;
};

export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
  /** When the oldest ready message (on AWS, the oldest unfinished message) was sent (unix ms). Absent if unknown. */
  readonly readySince?: number;
  /** When the oldest dead letter became one (unix ms). Absent if unknown. */
  readonly deadSince?: number;
  /** When the engine measured `readySince` and `deadSince` (unix ms); absent if they are current. */
  readonly measuredAt?: number;
  readonly redrive?: RedriveProgress;
};

/** `met`: the owners whose first contact is complete. */
export type FirstContactCounts = { readonly known: number; readonly met: number };

export type DeliveryCounts = { readonly [state: string]: number };

export type BackupState = {
  /** When the newest backup was made (unix ms); if there is none, when the program started. */
  readonly since: number;
  /** The time (unix ms) since which a backup is missing, because it failed or is overdue. Absent if none is missing. */
  readonly missingSince?: number;
  readonly fault?: string;
};

/**
 * State that only the engine knows. A count is undefined if the engine would have to read everything. The methods throw
 * EngineUnavailableError.
 */
export type StatusProbe = {
  queueDepths(): Promise<{ readonly [name in QueueName]?: QueueDepth } | undefined>;
  deliveriesByState(): Promise<DeliveryCounts | undefined>;
  /** Absent if the engine can't count owners without reading everything. */
  ownersMet?(instance: string): Promise<FirstContactCounts>;
  /** The number of the mirror's changes that publishing gave up on; on AWS, the number of batches. */
  changesSetAside?(): Promise<number>;
  /** Everything written to the mirror before this time (unix ms) is published. Absent if only heartbeats show that. */
  publishedUntil?(): Promise<number>;
  /** Absent if no backups are scheduled. */
  backups?(): Promise<BackupState>;
  /** Since when (unix ms) the disk is full, so that nothing is read or sent. Absent if the engine's storage has no end. */
  fullSince?(): Promise<number | undefined>;
  /** Resolves once the rest of the bridge responds; absent if the API runs alone. */
  alive?(): Promise<unknown>;
};
