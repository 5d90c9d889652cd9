import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { print, printFailure } from "./print.ts";
import { compactSqliteStore } from "./sqlite-engine.ts";

const usage = `npm run compact -- --data-dir DIR     returns the space of deleted rows to the disk, while Feedhook is stopped`;

const megabytes = (path: string) => `${(statSync(path).size / 1_048_576).toFixed(1)} MB`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "data-dir": { type: "string" } } });
  const dataDir = values["data-dir"];
  if (dataDir === undefined) {
    print(usage);
    process.exitCode = 1;
    return;
  }
  const store = join(resolve(dataDir), "feedhook.db");
  if (statSync(store, { throwIfNoEntry: false }) === undefined) {
    throw new InvalidInputError("compact", [{ path: "data-dir", message: `${resolve(dataDir)} contains no store` }]);
  }
  const before = megabytes(store);
  await compactSqliteStore(store);
  print(`${store}: ${before} before, ${megabytes(store)} now`);
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
