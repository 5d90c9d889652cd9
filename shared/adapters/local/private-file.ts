import { chmodSync, closeSync, constants, fchownSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why a path isn't private. `linked`: it isn't a plain file but, for example, a link, whose target anyone may own.
 * `foreign`: another user owns it. `open`: other users may read or write it.
 */
export type FileFault = "linked" | "foreign" | "open";

/** Returns undefined if the file is private or missing. On Windows, modes and owners aren't checked. */
export function fileFault(path: string): FileFault | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return undefined;
  if (!file.isFile()) return "linked";
  if (isForeign(file, path)) return "foreign";
  return process.platform !== "win32" && (file.mode & 0o077) !== 0 ? "open" : undefined;
}

/**
 * Removes the permissions of the file's group and of others. Uses the path, because closing a descriptor would release
 * the locks that SQLite holds on the file.
 */
export function closeToOthers(path: string): void {
  chmodSync(path, 0o600);
}

/**
 * Creates an empty private file unless the path exists, and never through a link. By itself, SQLite would create the
 * file with the umask's permissions. Throws the file system's errors.
 */
export function makePrivateFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  const file = openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600);
  try {
    const { uid, gid } = statSync(dirname(path));
    // Files that root creates in a directory of the bridge's user must stay usable for that user.
    if (process.geteuid?.() === 0 && uid !== 0) fchownSync(file, uid, gid);
  } finally {
    closeSync(file);
  }
}

/** Whether another user owns the path. For root, the owner of the path's directory doesn't count as another user. */
export function isForeign({ uid }: Stats, path: string): boolean {
  const us = process.geteuid?.();
  return us !== undefined && uid !== us && !(us === 0 && uid === statSync(dirname(path)).uid);
}
