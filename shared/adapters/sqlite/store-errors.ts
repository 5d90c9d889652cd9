import * as z from "zod";
import { EngineUnavailableError, errorWith, StoreFullError } from "../../kernel/errors.ts";

/**
 * The file can't be opened or written. For example, the disk is full, or the file or its directory belongs to another
 * user or is of the wrong kind.
 */
export class StoreUnusableError extends errorWith("store_unusable") {}

/** The file isn't a Feedhook store, so it stays unchanged. */
export class ForeignStoreError extends errorWith("store_foreign") {}

/** A newer version of Feedhook wrote the store. This version can't know its format, so the file stays unchanged. */
export class StoreTooNewError extends errorWith("store_too_new") {}

/** SQLite found the file damaged. */
export class CorruptStoreError extends errorWith("store_corrupt") {}

const systemFault = z.object({ code: z.enum(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENOSPC"]) });
const sqliteFault = z.object({ code: z.literal("ERR_SQLITE_ERROR"), errcode: z.number() });
/** BUSY, LOCKED, NOMEM, IOERR, FULL, CANTOPEN and PROTOCOL: faults of the machine, not of the statement. */
const retryableFaults = new Set([5, 6, 7, 10, 13, 14, 15]);
const [busy, readonly, corrupt, full, cantOpen, notADatabase] = [5, 8, 11, 13, 14, 26];
/** IOERR_SHMSIZE: no space for the index of the log, which SQLite needs before it reads anything. */
const noRoomForLogIndex = 4_874;

/** SQLite's primary result code; undefined for errors from elsewhere. */
function resultCode(error: unknown): number | undefined {
  const fault = sqliteFault.safeParse(error);
  if (fault.data?.errcode === noRoomForLogIndex) return full;
  // Extended result codes carry the primary one in their low byte.
  return fault.success ? fault.data.errcode & 0xff : undefined;
}

/** Whether another connection holds the lock. */
export const isHeldByAnother = (error: unknown): boolean => resultCode(error) === busy;

/**
 * Translates an error from an open store. Temporary faults and a damaged file get an error class; other errors are
 * returned unchanged.
 */
export function asEngineFault(error: unknown): unknown {
  const code = resultCode(error);
  if (code === corrupt) return damaged("the store", error);
  if (code === full) return new StoreFullError("the disk of the store is full: free some space", { cause: error });
  if (code === undefined || !retryableFaults.has(code)) return error ?? new Error("nothing was thrown");
  return new EngineUnavailableError(`SQLite is unavailable (code ${code})`, { cause: error });
}

/** Translates an error from opening the store at `path`. If a person can fix it, the message says how. */
export function asOpeningFault(path: string, cause: unknown): unknown {
  switch (resultCode(cause) ?? systemCode(cause)) {
    case readonly:
    case cantOpen:
      return new StoreUnusableError(
        `${path} can't be opened for writing: it and its directory must belong to the user that runs Feedhook`,
        { cause },
      );
    case full:
      return new StoreUnusableError(`the disk of ${path} is full: free some space and start again`, { cause });
    case corrupt:
      return damaged(path, cause);
    case notADatabase:
      return new ForeignStoreError(
        `${path} is not a database: restore it from a backup, or give Feedhook another data directory`,
        { cause },
      );
    default:
      return asEngineFault(cause);
  }
}

/** The code that SQLite would return if it had created the file itself. */
function systemCode(error: unknown): number | undefined {
  const fault = systemFault.safeParse(error);
  if (!fault.success) return undefined;
  return fault.data.code === "ENOSPC" ? full : cantOpen;
}

function damaged(what: string, cause: unknown): CorruptStoreError {
  return new CorruptStoreError(`${what} is damaged: stop Feedhook and restore feedhook.db from a backup`, { cause });
}
