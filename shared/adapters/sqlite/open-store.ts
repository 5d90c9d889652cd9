import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { makePrivateFile } from "../local/private-file.ts";
import { lockDataDirectory } from "./host-lock.ts";
import { applicationId, type Migration, migrations as releasedMigrations } from "./migrations.ts";
import { keepPrivate } from "./private-store-file.ts";
import { schemaOf } from "./schema.ts";
import { asOpeningFault, ForeignStoreError, StoreTooNewError } from "./store-errors.ts";

/** How long (ms) a connection waits for another connection's transaction. */
const busyTimeout = 5_000;

/**
 * The size of SQLite's page cache in KB. SQLite fills this cache and never frees it. A page that isn't in it comes from
 * the operating system's cache, at a CPU cost too small to measure, so a larger cache only wastes memory
 * (docs/measurements/benchmarks.md).
 */
const pageCacheKb = 4_096;

/**
 * A migration that was performed when the store was opened: the versions before and after it, and the path of the
 * backup made before it.
 */
export type DoneMigration = { readonly from: number; readonly to: number; readonly backup: string };

export type OpenedStore = {
  readonly connection: DatabaseSync;
  readonly migrated: DoneMigration | undefined;
  /** Files that other users could read until now. */
  readonly madePrivate: readonly string[];
};

const stateRow = z.object({
  id: z.number(),
  version: z.number(),
  tables: z.number(),
  ours: z.number(),
});

/**
 * Opens the store at `path`. It creates a missing store, and backs up and migrates an older one. It refuses an unknown
 * file without changing its contents. Throws StoreUnusableError, ForeignStoreError, StoreTooNewError,
 * CorruptStoreError, and HostRunningError while another host still works on the older store.
 */
export function openStore(path: string, migrations: readonly Migration[] = releasedMigrations): OpenedStore {
  let connection: DatabaseSync | undefined;
  try {
    const madePrivate = path === ":memory:" ? [] : keepPrivate(path);
    connection = new DatabaseSync(path, { timeout: busyTimeout });
    const migrated = prepare(connection, path, migrations);
    return { connection, migrated, madePrivate };
  } catch (error) {
    connection?.close();
    throw asOpeningFault(path, error);
  }
}

function prepare(connection: DatabaseSync, path: string, migrations: readonly Migration[]): DoneMigration | undefined {
  const latest = migrations.at(-1)?.version ?? 0;
  const { version, isNew } = inspected(connection, path, latest);
  // NORMAL is enough, because WalSync puts the log on disk before any promise of `Database.write` resolves. SQLite's
  // own sync would block the event loop. So would its checkpoints, which CheckpointThread performs instead.
  connection.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -${pageCacheKb}`,
  );
  if (isNew) {
    const marks = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${latest}`;
    transaction(connection, () => {
      connection.exec(`${schemaOf()};${marks}`);
    });
    return undefined;
  }
  const migrated = version < latest ? migrate(connection, path, migrations) : undefined;
  connection.exec(schemaOf());
  return migrated;
}

/** Only reads the file, so that a refused file stays unchanged. Returns the store's version. */
function inspected(connection: DatabaseSync, path: string, latest: number) {
  const sql = `SELECT (SELECT application_id FROM pragma_application_id) AS id,
    (SELECT user_version FROM pragma_user_version) AS version,
    (SELECT count(*) FROM sqlite_schema) AS tables,
    (SELECT count(*) FROM sqlite_schema WHERE name = 'table_feeds') AS ours`;
  const { id, version, tables, ours } = stateRow.parse(connection.prepare(sql).get());
  if (id !== applicationId && (id !== 0 || (tables > 0 && ours === 0))) {
    throw new ForeignStoreError(`${path} is a database of another program: give Feedhook its own data directory`);
  }
  if (version > latest) {
    throw new StoreTooNewError(
      `${path} was written by a newer version of Feedhook (store version ${version}; this version knows up to ${latest}): ` +
        `run that version, or restore the backup that it made before it upgraded the store`,
    );
  }
  return { version, isNew: tables === 0 };
}

/** Runs under the host's lock, so that no host of the older version keeps working on the store. */
function migrate(connection: DatabaseSync, path: string, migrations: readonly Migration[]): DoneMigration {
  const lock = lockDataDirectory(dirname(path));
  try {
    const from = versionOf(connection);
    const due = migrations.filter(({ version }) => version > from);
    const to = due.at(-1)?.version ?? from;
    const backup = `${path}.before-${to}`;
    if (due.length > 0) backUp(connection, backup);
    for (const step of due) {
      transaction(connection, () => {
        step.migrate(connection);
        connection.exec(`PRAGMA user_version = ${step.version}`);
      });
    }
    return { from, to, backup };
  } finally {
    void lock.release();
  }
}

/**
 * Makes the backup under a temporary name first, so that it is always complete under its final name. After an
 * interrupted start, the next start makes the backup again.
 */
function backUp(connection: DatabaseSync, backup: string): void {
  const partial = `${backup}.partial`;
  rmSync(partial, { force: true });
  makePrivateFile(partial);
  connection.prepare("VACUUM INTO ?").run(partial);
  renameSync(partial, backup);
}

function versionOf(connection: DatabaseSync): number {
  const row = z.object({ user_version: z.number() });
  return row.parse(connection.prepare("PRAGMA user_version").get()).user_version;
}

/** If `work` throws, `openStore` closes the connection, which rolls the transaction back. */
function transaction(connection: DatabaseSync, work: () => void): void {
  connection.exec("BEGIN IMMEDIATE");
  work();
  connection.exec("COMMIT");
}
