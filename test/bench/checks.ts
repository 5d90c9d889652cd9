import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fieldsOfStat, ticksPerSecond } from "./compare/process-usage.ts";

// `npm run bench:checks [-- check test test:all]`: what each command costs, as a table. Reads /proc, so it needs Linux.

/** The bytes of a page on x64 and arm64. */
const pageBytes = 4_096;

/** Undefined if the process has ended. */
function fieldsOf(pid: string): readonly string[] | undefined {
  try {
    return fieldsOfStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** The CPU seconds of this process's ended descendants. */
function childSeconds(): number {
  const fields = fieldsOf("self") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** The resident bytes of all processes in a session. Shared memory counts in each process. */
function residentBytes(session: number): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => fieldsOf(pid))
    .filter((fields) => fields?.[3] === String(session))
    .reduce((sum, fields) => sum + Number(fields?.[21]) * pageBytes, 0);
}

console.log(`${availableParallelism()} cores, Node ${process.versions.node}\n`);
console.log("| command | CPU | memory at most | time | outcome |\n|---|---:|---:|---:|---|");
const commands = process.argv.length > 2 ? process.argv.slice(2) : ["check", "test", "test:all"];
for (const name of commands) {
  const [cpu, begun] = [childSeconds(), performance.now()];
  // Its own session holds all processes that the command starts.
  const child = spawn("npm", ["run", name], { stdio: ["ignore", "ignore", "ignore"], detached: true });
  let most = 0;
  const sampling = setInterval(() => {
    if (child.pid !== undefined) most = Math.max(most, residentBytes(child.pid));
  }, 500);
  const code = await new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  clearInterval(sampling);
  const seconds = (performance.now() - begun) / 1_000;
  const outcome = code === 0 ? "passed" : "failed";
  const memory = `${(most / 1e9).toFixed(1)} GB`;
  console.log(
    `| \`npm run ${name}\` | ${Math.round(childSeconds() - cpu)} s | ${memory} | ${Math.round(seconds)} s | ${outcome} |`,
  );
}
