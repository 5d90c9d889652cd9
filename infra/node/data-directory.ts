import { accessSync, constants, lstatSync, mkdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorWith, faultCodeOf } from "../../shared/kernel/errors.ts";

export class DataDirectoryError extends errorWith("data_directory") {}

/** `work` writes files other than the store. Throws {@link DataDirectoryError} if the disk is full. */
export function withRoomIn<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (faultCodeOf(cause) !== "ENOSPC") throw cause;
    throw new DataDirectoryError(`the disk of ${path} is full: free some space and start again`, { cause });
  }
}

/**
 * Creates the data directory, for its owner only. Throws {@link DataDirectoryError}, which says what to do. Refuses a
 * directory that another user owns or that others can write to, because they could replace our files.
 */
export function openDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new DataDirectoryError(
      `${reason(path, faultCodeOf(cause) ?? "unknown")}, or choose another directory with --data-dir`,
      { cause },
    );
  }
  const { uid: owner, mode } = statSync(path);
  const us = process.geteuid?.();
  // Windows has no such modes and owners.
  if (us === undefined) return;
  const own = `or choose one below it, which Feedhook creates: --data-dir ${join(path, "feedhook")}`;
  if (owner !== us) {
    throw new DataDirectoryError(
      `the data directory ${path} belongs to another user (ID ${owner}; Feedhook runs as ${us}): chown it, ${own}`,
    );
  }
  // The owner of a link can point it elsewhere before the next start. Links that belong to root are accepted, because
  // administrators use them to place directories on other volumes.
  const link = linksOf(path).find(({ uid }) => uid !== us && uid !== 0);
  if (link !== undefined) {
    const where = `the data directory ${path} is behind a link that belongs to another user (ID ${link.uid}; Feedhook runs as ${us})`;
    throw new DataDirectoryError(`${where}: use the directory's own path, --data-dir ${realpathSync(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    const shown = (mode & 0o777).toString(8);
    throw new DataDirectoryError(
      `others can write to the data directory ${path} (mode ${shown}): chmod 700 it, ${own}`,
    );
  }
}

/** The links among a path and the directories above it. */
function linksOf(path: string): readonly Stats[] {
  const whole = resolve(path);
  const found = lstatSync(whole);
  const above = dirname(whole) === whole ? [] : linksOf(dirname(whole));
  return found.isSymbolicLink() ? [found, ...above] : above;
}

function reason(path: string, code: string): string {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `the data directory ${path} is a file or is below one: move the file away`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `the data directory ${path} can't be written (${code}): give it to the user that runs Feedhook`;
    case "ENOSPC":
      return `the data directory ${path} can't be created because its disk is full: free some space`;
    default:
      return `the data directory ${path} can't be created (${code}): create it yourself`;
  }
}
