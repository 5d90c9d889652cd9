import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { bundlesOf } from "../infra/support/bundles.ts";
import { median } from "./median.ts";

/**
 * Measures how long each function's bundle takes to import, as at a cold start: the medians of several fresh processes,
 * by the clock and by CPU, which other work on the machine affects less. Compare the figures only with each other and
 * with earlier ones from the same machine.
 */
const runs = Number(process.env["RUNS"] ?? 9);
const script = `
const [began, used] = [performance.now(), process.cpuUsage()];
await import(process.argv[1]);
const { user, system } = process.cpuUsage(used);
process.stdout.write(JSON.stringify({ wall: performance.now() - began, cpu: (user + system) / 1_000 }));`;
const times = z.object({ wall: z.number(), cpu: z.number() });

async function importTimes(file: string): Promise<z.infer<typeof times>> {
  // As deployed (infra/aws/environment.ts).
  const args = ["--enable-source-maps", "--input-type=module", "--eval", script, file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return times.parse(JSON.parse(stdout));
}

const column = (value: number, unit: string) => `${value.toFixed(0).padStart(5)} ${unit}`;

const outdir = mkdtempSync(join(tmpdir(), "feedhook-cold-"));
try {
  for (const [name, file] of Object.entries(bundlesOf(outdir))) {
    const taken: z.infer<typeof times>[] = [];
    for (let run = 0; run < runs; run += 1) taken.push(await importTimes(file));
    const size = column(statSync(file).size / 1_024, "KB");
    const [wall, cpu] = [taken.map((one) => one.wall), taken.map((one) => one.cpu)].map(median);
    console.log(`${name.padEnd(8)} ${size} ${column(wall ?? 0, "ms")} ${column(cpu ?? 0, "ms of processor")}`);
  }
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
