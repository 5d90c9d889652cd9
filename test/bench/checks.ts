import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fieldsOfStat, ticksPerSecond } from "./compare/process-usage.ts";

// `npm run bench:checks [-- check test test:all]`: what each command costs, as a table. Reads /proc, so it needs Linux.

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

/** A process's memory in bytes. Of memory that processes share, each has its part, so that their sum is correct. */
function bytesOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss: +(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    // It has ended.
    return 0;
  }
}

/** The bytes of all processes in a session. */
function sessionBytes(session: number): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && fieldsOf(name)?.[3] === String(session))
    .reduce((sum, pid) => sum + bytesOf(pid), 0);
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
    if (child.pid !== undefined) most = Math.max(most, sessionBytes(child.pid));
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
