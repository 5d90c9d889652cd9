import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";

const stand = z.object({
  /** The current step, counted from 0. */
  step: z.int(),
  /** The last item of the step that is done. */
  after: z.union([z.object({ pk: z.string(), sk: z.string() }), z.int()]).optional(),
});
export type ImportStand = z.infer<typeof stand>;

/** The progress of an import, kept in a file so that a later try continues from there. */
export type ImportProgress = { load(): ImportStand | undefined; save(stand: ImportStand): void };

export function progressFile(path: string): ImportProgress {
  return {
    load: () => (existsSync(path) ? parseJson(stand, readFileSync(path, "utf8"), path) : undefined),
    save: (reached) => {
      // Writes a new file and renames it, because a half-written one would block the import forever.
      writeFileSync(`${path}.new`, JSON.stringify(reached), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}
