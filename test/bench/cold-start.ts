import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundlesOf } from "../infra/support/bundles.ts";

/**
 * How long each function's bundle takes to import, as at a cold start: the median of several fresh processes. Figures are
 * of this machine; compare them with each other and with those of the same machine before a change.
 */
const runs = Number(process.env["RUNS"] ?? 9);
const script = `const began = performance.now(); await import(process.argv[1]); process.stdout.write(String(performance.now() - began));`;

async function importTime(file: string): Promise<number> {
  const args = ["--input-type=module", "--eval", script, file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

const outdir = mkdtempSync(join(tmpdir(), "feedhook-cold-"));
try {
  for (const [name, file] of Object.entries(bundlesOf(outdir))) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await importTime(file));
    const median = times.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
    const kilobytes = Math.round(statSync(file).size / 1_024);
    console.log(`${name.padEnd(8)} ${String(kilobytes).padStart(5)} KB  ${median.toFixed(0).padStart(4)} ms`);
  }
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
