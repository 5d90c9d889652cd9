import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Prints how long, in ms, the slowest of each took: a sync, a sync in a thread, a commit. */
const program = `
import { fdatasync, fsyncSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
const timed = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const file = openSync(process.argv[1], "w");
const database = new DatabaseSync(":memory:");
const commit = () => {
  for (const sql of ["BEGIN", "CREATE TABLE one (a)", "COMMIT"]) database.prepare(sql).run();
};
console.log(JSON.stringify([
  await timed(() => fsyncSync(file)),
  await timed(() => new Promise((resolve) => fdatasync(file, resolve))),
  await timed(commit),
]));`;

test("a slow disk makes each sync take longer by its delay, and each commit by a tenth of it", () => {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-slow-"));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const said = join(directory, "delay");
  writeFileSync(said, "400");
  const preload = new URL("../../soak/slow-disk.ts", import.meta.url).href;
  const args = ["--import", preload, "--input-type=module", "--eval", program, join(directory, "file")];
  const output = execFileSync(process.execPath, args, { env: { ...process.env, SOAK_DISK_FILE: said } });
  const [sync = 0, inThread = 0, commit = 0] = JSON.parse(output.toString()) as number[];
  // Timers may fire a millisecond early.
  expect(sync).toBeGreaterThan(398);
  expect(inThread).toBeGreaterThan(398);
  expect(commit).toBeGreaterThan(38);
});
