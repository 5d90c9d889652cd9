import type { DatabaseSync } from "node:sqlite";

/** "FHK1" in ASCII: distinguishes a Feedhook store from other SQLite files. */
export const applicationId = 0x46484b31;

/** One step of a store's format. It runs in its own transaction and can't be undone. */
export type Migration = {
  /** The store's version after the step: one more than the version before it. */
  readonly version: number;
  /** Makes the changes that the topology's `CREATE … IF NOT EXISTS` can't make: to columns, stored items and shards. */
  readonly migrate: (connection: DatabaseSync) => void;
};

/**
 * Every step since the first release, in order. Never change a released step: a store that has already taken it
 * wouldn't take it again. What the topology adds (a table, a queue, an index over stored columns) needs no step.
 */
export const migrations: readonly Migration[] = [
  {
    // Stores of release 0.1.0 have no version number; their format is version 1.
    version: 1,
    migrate: (connection) => {
      connection.exec(`PRAGMA application_id = ${applicationId}`);
    },
  },
];
