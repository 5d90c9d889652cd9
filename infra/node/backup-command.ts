import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FeedhookError, InvalidInputError } from "../../shared/kernel/errors.ts";
import { backUp, restore } from "./backup.ts";
import { secretFromEnvironment } from "./secrets-from-environment.ts";

const usage = `npm run backup -- --data-dir DIR --to FILE        backs up a data directory, also while Feedhook runs
npm run restore -- --from FILE --data-dir DIR     restores it into an empty directory, after checking it

The passphrase that seals the file: FEEDHOOK_BACKUP_PASSPHRASE, or FEEDHOOK_BACKUP_PASSPHRASE_FILE with a file's path.`;

/** `npm run backup` and `npm run restore`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, to: { type: "string" }, from: { type: "string" } },
  });
  const [command] = positionals;
  const { "data-dir": dataDir, to, from } = values;
  const passphrase = secretFromEnvironment(process.env, "FEEDHOOK_BACKUP_PASSPHRASE");
  if (passphrase === undefined) {
    const message = "is missing, or FEEDHOOK_BACKUP_PASSPHRASE_FILE: it seals the backup";
    throw new InvalidInputError("environment", [{ path: "FEEDHOOK_BACKUP_PASSPHRASE", message }]);
  }
  if (command === "backup" && dataDir !== undefined && to !== undefined) {
    await backUp(resolve(dataDir), resolve(to), passphrase);
    console.log(`Backed up into ${resolve(to)}. It was checked; keep its passphrase elsewhere.`);
  } else if (command === "restore" && dataDir !== undefined && from !== undefined) {
    await restore(resolve(from), resolve(dataDir), passphrase);
    console.log(`Restored into ${resolve(dataDir)}. Start Feedhook with --data-dir ${resolve(dataDir)}.`);
  } else {
    console.log(usage);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof FeedhookError ? `feedhook: ${error.message}` : error);
  process.exit(1);
});
