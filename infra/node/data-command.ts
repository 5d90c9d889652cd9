import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { backUp, restore } from "./backup.ts";
import { exportStore } from "./move/export-store.ts";
import { importArchive } from "./move/import-archive.ts";
import { print, printFailure } from "./print.ts";
import { newPassphraseOf, passphraseOf } from "./secrets-from-environment.ts";
import { openStoreEngine } from "./sqlite-engine.ts";

/** Retries dead letters and changes that were set aside. A host that runs on this store picks them up. */
async function redriveStore(dataDir: string): Promise<{ readonly messages: number; readonly changes: number }> {
  const engine = openStoreEngine(dataDir);
  try {
    const changes = await engine.mirrorChanges.redrive();
    let messages = 0;
    for (const { name } of Object.values(queues)) messages += await engine.queue(name).redrive();
    return { messages, changes };
  } finally {
    engine.close();
  }
}

const usage = `feedhook backup --data-dir DIR --to FILE       backs up a data directory, even while Feedhook runs
feedhook restore --from FILE --data-dir DIR    restores a backup into an empty directory, after checking it
feedhook export --data-dir DIR --to FILE       exports a stopped bridge, to import it elsewhere
feedhook import --from FILE --data-dir DIR     imports an export into an empty directory
feedhook import --from FILE --stage STAGE      imports an export into a new AWS bridge, with the AWS CLI's credentials
feedhook redrive --data-dir DIR                retries dead letters and changes set aside, even while Feedhook runs

The passphrase that seals the file: FEEDHOOK_BACKUP_PASSPHRASE, or FEEDHOOK_BACKUP_PASSPHRASE_FILE with a file's path.`;

type Paths = { readonly [name in "data-dir" | "to" | "from" | "stage"]?: string | undefined };

/** `npm run backup` and the other data commands, which `feedhook` also runs. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ "data-dir": { type: "string" }, to: { type: "string" }, from: { type: "string" } },
      ...{ stage: { type: "string" }, help: { type: "boolean", short: "h" } },
    },
  });
  const { help = false, ...paths } = values;
  if (!help && (await run(positionals[0], paths))) return;
  print(usage);
  process.exitCode = help ? 0 : 1;
}

/** Resolves with false if there is no such command, or if its flags are wrong. */
async function run(command: string | undefined, { "data-dir": directory, to, from, stage }: Paths): Promise<boolean> {
  const dataDir = directory === undefined ? undefined : resolve(directory);
  if (command === "backup" && dataDir !== undefined && to !== undefined) {
    await backUp(dataDir, resolve(to), newPassphraseOf(process.env));
    print(`Backed up to ${resolve(to)} and verified the backup. Store its passphrase elsewhere.`);
  } else if (command === "restore" && dataDir !== undefined && from !== undefined) {
    await restore(resolve(from), dataDir, passphraseOf(process.env));
    print(`Restored to ${dataDir}. Start Feedhook with --data-dir ${dataDir}.`);
  } else if (command === "export" && dataDir !== undefined && to !== undefined) {
    await exportStore(dataDir, resolve(to), newPassphraseOf(process.env), systemClock.now());
    print(`Exported to ${resolve(to)}. The bridge in ${dataDir} won't start again. Import it elsewhere.`);
  } else if (command === "import" && from !== undefined && (dataDir === undefined) !== (stage === undefined)) {
    const target = dataDir === undefined ? { stage: stage ?? "" } : { dataDir };
    const where = await importArchive(resolve(from), passphraseOf(process.env), target, progress());
    print(`Imported to ${where}.`);
  } else if (command === "redrive" && dataDir !== undefined) {
    const { messages, changes } = await redriveStore(dataDir);
    print(`Retrying. Dead letters: ${messages}. Changes that were set aside: ${changes}.`);
  } else {
    return false;
  }
  return true;
}

/** Shows a line for each kind of item. In a terminal, the line also shows the growing count. */
function progress(): (what: string, moved: number) => void {
  const isSeen = process.stderr.isTTY;
  let shown = "";
  return (what, moved) => {
    const isNew = what !== shown;
    shown = what;
    if (isSeen) process.stderr.write(`${isNew ? "\n" : "\r"}${what}: ${moved}`);
    else if (isNew) process.stderr.write(`${what}\n`);
  };
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
