import { chmodSync, closeSync, constants, fchownSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why a path isn't its owner's alone: `linked`, it isn't a plain file, and what it leads to may be anybody's; `foreign`, another user
 * owns it; `open`, other users may read or write it.
 */
export type FileFault = "linked" | "foreign" | "open";

/** Undefined where nothing is wrong, and where nothing is there. Modes and owners say nothing on Windows. */
export function fileFault(path: string): FileFault | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return undefined;
  if (!file.isFile()) return "linked";
  if (isForeign(file, path)) return "foreign";
  return process.platform !== "win32" && (file.mode & 0o077) !== 0 ? "open" : undefined;
}

/** Takes the file's group's and others' rights away. Not by a descriptor: closing it would end the locks that SQLite holds on the file. */
export function closeToOthers(path: string): void {
  chmodSync(path, 0o600);
}

/**
 * Makes an empty file that only its owner may use, unless something is there, and never where a link leads: SQLite would make one by the
 * umask. Throws what the file system throws.
 */
export function makePrivateFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  const file = openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600);
  try {
    const { uid, gid } = statSync(dirname(path));
    // What root does in a directory of the bridge's user must not lock that user out.
    if (process.geteuid?.() === 0 && uid !== 0) fchownSync(file, uid, gid);
  } finally {
    closeSync(file);
  }
}

/** Root may use what belongs to the user whose directory it works in. */
function isForeign({ uid }: Stats, path: string): boolean {
  const us = process.geteuid?.();
  return us !== undefined && uid !== us && !(us === 0 && uid === statSync(dirname(path)).uid);
}
