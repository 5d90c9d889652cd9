import type { DatabaseSync } from "node:sqlite";

/** "FHK1" in ASCII: tells a store of Feedhook from other SQLite files. */
export const applicationId = 0x46484b31;

/** One step of a store's format. It runs in a transaction of its own, and only forward. */
export type Migration = {
  /** The store's version once the step is done: one more than the version before it. */
  readonly version: number;
  /** Changes what `CREATE … IF NOT EXISTS` of the topology's schema can't: columns, stored items, lanes. */
  readonly migrate: (connection: DatabaseSync) => void;
};

/**
 * Every step since the first release, in order. A step that was released is never changed: a store that took it would not
 * take it again. What the topology adds (a table, a queue, an index over stored columns) needs no step.
 */
export const migrations: readonly Migration[] = [
  {
    // Stores of 0.1.0 have no version; their format is this one's.
    version: 1,
    migrate: (connection) => {
      connection.exec(`PRAGMA application_id = ${applicationId}`);
    },
  },
];
