import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { closeToOthers, fileFault, makePrivateFile } from "../local/private-file.ts";
import { StoreUnusableError } from "./store-errors.ts";

/**
 * Makes a database, its log and its copies accessible to their owner only, and creates a missing database with the same
 * permissions. SQLite gives a new log the database's permissions. Returns the paths whose permissions were restricted.
 * Throws StoreUnusableError for a link, and for a file of another user, who could lock or change it.
 */
export function keepPrivate(database: string): readonly string[] {
  const directory = dirname(database);
  const beside = readdirSync(directory, { withFileTypes: true }).filter(
    (entry) => !entry.isDirectory() && entry.name.startsWith(basename(database)),
  );
  const paths = new Set([database, ...beside.map(({ name }) => join(directory, name))]);
  const open = [...paths].filter((path) => {
    const fault = fileFault(path);
    if (fault === "linked")
      throw new StoreUnusableError(`${path} can't be opened for writing: it isn't a plain file. Move it away`);
    if (fault === "foreign") {
      throw new StoreUnusableError(
        `${path} can't be opened for writing: it belongs to another user. Give it to the user that runs Feedhook, or move it away`,
      );
    }
    return fault === "open";
  });
  for (const path of open) closeToOthers(path);
  makePrivateFile(database);
  return open;
}
