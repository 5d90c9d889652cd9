import { accessSync, constants, mkdirSync } from "node:fs";
import * as z from "zod";
import { FeedhookError } from "../../shared/kernel/errors.ts";

/** The data directory can't be made or written. */
export class DataDirectoryError extends FeedhookError {
  readonly code = "data_directory";
}

/**
 * Runs `work`, which writes files of the data directory besides the store. Throws DataDirectoryError where there is no room for
 * them, else what `work` throws.
 */
export function withRoomIn<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (systemFault.safeParse(cause).data?.code !== "ENOSPC") throw cause;
    throw new DataDirectoryError(`the disk of ${path} is full: free some space and start again`, { cause });
  }
}

const systemFault = z.object({ code: z.string() });

/** Makes the data directory unless it is there, for its owner only. Throws DataDirectoryError, which says what to do. */
export function openDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = systemFault.safeParse(cause).data ?? { code: "unknown" };
    throw new DataDirectoryError(`${reason(path, code)}, or choose another one with --data-dir`, { cause });
  }
}

function reason(path: string, code: string): string {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `the data directory ${path} is a file, or lies below one: move that away`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `the data directory ${path} can't be written (${code}): give it to the user that runs Feedhook`;
    case "ENOSPC":
      return `the data directory ${path} can't be made, its disk is full: free some space`;
    default:
      return `the data directory ${path} can't be made (${code}): make it yourself`;
  }
}
