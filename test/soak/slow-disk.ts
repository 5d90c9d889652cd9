import fs, { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";

/**
 * Loaded before the program under test (`node --import`). Each sync of a file takes as many ms longer as the file named
 * by SOAK_DISK_FILE says. Each COMMIT of SQLite, which writes its log and occasionally syncs it, blocks for a tenth of
 * that. The file is reread at SIGUSR2. A file system in memory syncs at once and the kernel can't slow it down, so the
 * delay is here.
 */
const file = process.env["SOAK_DISK_FILE"];
let delay = 0;
const read = () => {
  if (file !== undefined) delay = Number(readFileSync(file, "utf8"));
};
read();
process.on("SIGUSR2", read);

const nobody = new Int32Array(new SharedArrayBuffer(4));
const block = (ms: number) => {
  if (ms > 0) Atomics.wait(nobody, 0, 0, ms);
};
const { fdatasync, fdatasyncSync, fsyncSync } = fs;
Object.assign(fs, {
  fdatasync: (descriptor: number, done: (fault: NodeJS.ErrnoException | null) => void) => {
    setTimeout(() => {
      fdatasync(descriptor, done);
    }, delay);
  },
  fdatasyncSync: (descriptor: number) => {
    block(delay);
    fdatasyncSync(descriptor);
  },
  fsyncSync: (descriptor: number) => {
    block(delay);
    fsyncSync(descriptor);
  },
});
syncBuiltinESMExports();

const run = Reflect.get(StatementSync.prototype, "run");
StatementSync.prototype.run = function (this: StatementSync, ...values) {
  if (this.sourceSQL === "COMMIT") block(delay / 10);
  return Reflect.apply(run, this, values);
};
