import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { openDataDirectory } from "./data-directory.ts";
import { readArchive, writeArchive } from "./sealed-archive.ts";
import { copySqliteStore, verifySqliteStore } from "./sqlite-engine.ts";
import { inWorkDirectory } from "./work-directory.ts";

const store = "feedhook.db";
/** What a data directory holds beside the store; the operator's key isn't there where it was given. */
const beside = ["key", "operator-key"];

/**
 * Backs up a data directory, also while a host works on it, into one sealed file at `to`. There is never half a backup under
 * that name, and none before `prepare` is done. Throws what the store and `prepare` throw, and InvalidInputError where `to` is there already.
 */
export async function backUp(
  dataDir: string,
  to: string,
  passphrase: string,
  prepare: () => void = () => undefined,
): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  await inWorkDirectory(dirname(to), ".feedhook-backup-", async (work) => {
    if (existsSync(to)) throw new InvalidInputError("backup", [{ path: "to", message: `${to} is there already` }]);
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
 * Restores a backup into an empty data directory. Nothing is put there before the archive was read to its end, the store in
 * it was checked page by page, and `prepare` did with the restored files, which stand in a directory of their own, what it has
 * to do first. One that was interrupted is repeated. Throws ArchiveError, CorruptStoreError, InvalidInputError where the directory
 * isn't empty, and what `prepare` throws.
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
        throw new InvalidInputError("archive", [{ path: "from", message: "holds a foreign file" }]);
      if (found.includes(name))
        throw new InvalidInputError("archive", [{ path: "from", message: "holds a file twice" }]);
      found.push(name);
      return join(work, name);
    });
    // A restore that was interrupted left keys of this archive; any other key may be the only one of its kind.
    const taken = beside.filter((name) => existsSync(join(dataDir, name)));
    const isOurs = (name: string) =>
      found.includes(name) && readFileSync(join(work, name)).equals(readFileSync(join(dataDir, name)));
    requireFree(dataDir, !taken.every(isOurs));
    verifySqliteStore(join(work, store));
    await prepare(work);
    // The store last: a start that finds none would make a key of its own.
    for (const name of found.toReversed()) renameSync(join(work, name), join(dataDir, name));
  });
}

function requireFree(dataDir: string, isTaken: boolean): void {
  if (!isTaken) return;
  const message = `${dataDir} holds a store already, or a key of one: move it away, or choose an empty directory`;
  throw new InvalidInputError("restore", [{ path: "data-dir", message }]);
}

const scheduledName = /^feedhook-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/**
 * When the newest of the directory's backups was made (unix ms), of those that {@link backUpAndRotate} made; undefined where
 * there is none. One from after `now`, which a clock that was ahead left behind, isn't counted.
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

/** Backs up into `directory` under the time's name, and deletes the oldest so that `keep` are left. Returns the new file. */
export async function backUpAndRotate(
  dataDir: string,
  { directory, keep }: { readonly directory: string; readonly keep: number },
  passphrase: string,
  now: number,
): Promise<string> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const file = join(directory, `feedhook-${stamp}.backup`);
  await backUp(dataDir, file, passphrase);
  const names = readdirSync(directory)
    .filter((name) => scheduledName.test(name))
    .sort();
  // Those that a clock which was ahead left behind count as the oldest: for as long as it was ahead, they would else have
  // each new one deleted.
  const [ahead = [], others = []] = [true, false].map((isAhead) =>
    names.filter((name) => name > basename(file) === isAhead),
  );
  const all = [...ahead, ...others];
  for (const old of all.slice(0, Math.max(0, all.length - keep))) rmSync(join(directory, old));
  return file;
}
