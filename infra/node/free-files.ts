import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import * as z from "zod";
import { FeedhookError } from "../../shared/kernel/errors.ts";

/** The system allows this process too few open files to work. */
export class TooFewFilesError extends FeedhookError {
  readonly code = "too_few_files";
}

/** Files of the store, and connections of the API, the portal, the source and a few endpoints. */
const needed = 96;

const exhausted = z.object({ code: z.enum(["EMFILE", "ENFILE"]) });

/**
 * Opens as many files as the bridge needs for light work, and closes them again. With fewer, it would start and then
 * fail in unexpected places. Throws TooFewFilesError.
 */
export function checkFreeFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync(devNull, "r"));
  } catch (cause) {
    if (!exhausted.safeParse(cause).success) throw cause;
    throw new TooFewFilesError(
      `this process can open ${opened.length} more files, but needs at least ${needed}, preferably a thousand: ` +
        "raise its limit (ulimit -n 4096, or LimitNOFILE= of its systemd unit)",
      { cause },
    );
  } finally {
    for (const file of opened) closeSync(file);
  }
}
