import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isForeign } from "../../shared/adapters/local/private-file.ts";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import { HostRunningError } from "../../shared/kernel/ports/host-lock.ts";
import { openDataDirectory } from "./data-directory.ts";
import { readArchive, writeArchive } from "./sealed-archive.ts";
import { copySqliteStore, lockStore, verifySqliteStore } from "./sqlite-engine.ts";

const store = "feedhook.db";
/** The other files that a backup contains. The operator's key has a file only if it was generated. */
const beside = ["key", "operator-key"];

/**
 * Backs up a data directory into one sealed file at `to`, even while a host uses it. The file appears only when it is
 * complete and `prepare` is done. Throws the errors of the store and of `prepare`, and {@link InvalidInputError} if
 * `to` exists.
 */
export async function backUp(
  dataDir: string,
  to: string,
  passphrase: string,
  prepare: () => void = () => undefined,
): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  await inWorkDirectory(dirname(to), ".feedhook-backup-", async (work) => {
    if (existsSync(to)) throw new InvalidInputError("backup", [{ path: "to", message: `${to} already exists` }]);
    const copy = join(work, store);
    await copySqliteStore(join(dataDir, store), copy);
    verifySqliteStore(copy);
    const others = beside.map((name) => ({ name, path: join(dataDir, name) })).filter(({ path }) => existsSync(path));
    const partial = join(work, basename(to));
    await writeArchive(partial, [{ name: store, path: copy }, ...others], passphrase);
    prepare();
    renameSync(partial, to);
  });
}

/**
 * Restores a backup into an empty data directory. The files are moved there last: after the archive was read to its
 * end, each page of the store was checked, and `prepare` ran on the restored files. An interrupted restore can be
 * repeated. Throws `ArchiveError`, `ForeignStoreError`, `CorruptStoreError`, {@link InvalidInputError} if the directory
 * contains a store or another key or if the archive contains an unexpected file, and the errors of {@link
 * openDataDirectory} and `prepare`.
 */
export async function restore(
  from: string,
  dataDir: string,
  passphrase: string,
  prepare: (work: string) => Promise<void> = async () => Promise.resolve(),
): Promise<void> {
  openDataDirectory(dataDir);
  await inWorkDirectory(dataDir, ".restore-", async (work) => {
    requireFree(dataDir, existsSync(join(dataDir, store)));
    const found: string[] = [];
    await readArchive(from, passphrase, (name) => {
      if (name !== store && !beside.includes(name))
        throw new InvalidInputError("archive", [
          { path: "from", message: "contains a file that doesn't belong in a backup" },
        ]);
      if (found.includes(name))
        throw new InvalidInputError("archive", [{ path: "from", message: "contains a file twice" }]);
      found.push(name);
      return join(work, name);
    });
    // An interrupted restore may have left keys of this archive. Any other key may be the only copy.
    const taken = beside.filter((name) => existsSync(join(dataDir, name)));
    const isOurs = (name: string) =>
      found.includes(name) && readFileSync(join(work, name)).equals(readFileSync(join(dataDir, name)));
    requireFree(dataDir, !taken.every(isOurs));
    verifySqliteStore(join(work, store));
    await prepare(work);
    // The store is moved last, because a start that finds a store without a key reports the key as lost.
    for (const name of found.toReversed()) renameSync(join(work, name), join(dataDir, name));
  });
}

function requireFree(dataDir: string, isTaken: boolean): void {
  if (!isTaken) return;
  const message = `${dataDir} already contains a store or a store's key: move it away, or choose an empty directory`;
  throw new InvalidInputError("restore", [{ path: "data-dir", message }]);
}

const scheduledName = /^feedhook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/**
 * When the newest scheduled backup was made (unix ms). A backup dated after `now` was made while a clock was ahead, and
 * doesn't count.
 */
export function lastBackup(directory: string, now: number): number | undefined {
  if (!existsSync(directory)) return undefined;
  const times = readdirSync(directory).flatMap((name) => {
    const stamp = scheduledName.exec(name);
    if (stamp === null) return [];
    const [, year, month, day, hour, minute, second] = stamp;
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return time <= now ? [time] : [];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Names the file after `now`, and deletes the oldest backups until `keep` are left. Returns the new file. */
export async function backUpAndRotate(
  dataDir: string,
  { directory, keep }: { readonly directory: string; readonly keep: number },
  passphrase: string,
  now: number,
): Promise<string> {
  const stamp = isoTime(now).replaceAll(/[-:]|\.\d+/g, "");
  const file = join(directory, `feedhook-${stamp}.backup`);
  await backUp(dataDir, file, passphrase);
  const names = readdirSync(directory)
    .filter((name) => scheduledName.test(name))
    .sort();
  // Backups made while a clock was ahead count as the oldest. Without this rule, each new backup would be deleted until
  // the clock reached their time.
  const [ahead = [], others = []] = [true, false].map((isAhead) =>
    names.filter((name) => name > basename(file) === isAhead),
  );
  const all = [...ahead, ...others];
  for (const old of all.slice(0, Math.max(0, all.length - keep))) rmSync(join(directory, old));
  return file;
}

/**
 * Runs `work` in a new directory below `parent` and then removes the directory. A killed process leaves its directory
 * behind, with an unsealed copy of a store, so each call first removes such directories of this user. It ignores other
 * users' directories, which could otherwise block every backup. A directory in use has a lock, which ends with its
 * process.
 */
export async function inWorkDirectory(
  parent: string,
  prefix: string,
  work: (directory: string) => Promise<void>,
): Promise<void> {
  const names = readdirSync(parent).filter((one) => one.startsWith(prefix));
  for (const path of names.map((name) => join(parent, name))) if (isOwnDirectory(path)) await removeUnused(path);
  const directory = mkdtempSync(join(parent, prefix));
  await thenRemoved(directory, work);
}

function isOwnDirectory(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && !isForeign(found, path);
}

async function removeUnused(directory: string): Promise<void> {
  try {
    await thenRemoved(directory, () => Promise.resolve());
  } catch (error) {
    if (!(error instanceof HostRunningError)) throw error;
  }
}

async function thenRemoved(directory: string, work: (directory: string) => Promise<void>): Promise<void> {
  const lock = lockStore(directory);
  try {
    await work(directory);
  } finally {
    try {
      // Windows doesn't delete the lock's file while it is open. Elsewhere, the lock keeps other processes out.
      if (process.platform === "win32") await lock.release();
      // A process that is just ending may create a file while the directory is listed.
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } finally {
      await lock.release();
    }
  }
}
