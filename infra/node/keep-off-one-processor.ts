import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `taskset` stops at a thread that ends meanwhile. */
const mostTries = 3;

/**
 * On Linux, keeps the present threads of this process, except the main one, off one of its processors, so that
 * deliveries always find a processor that no other thread of Feedhook uses. Otherwise they wait up to 6 ms for the
 * background thread or for V8's threads, whatever their priority. Without `taskset`, or on one processor, this does
 * nothing.
 */
export async function keepOffOneProcessor(): Promise<void> {
  if (process.platform !== "linux") return;
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  const rest = withoutFirst(allowed);
  if (rest === "") return;
  const pid = String(process.pid);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const isDone = await taskset("-acp", rest, pid);
    // Without `-a`, this changes only the main thread, which keeps all its processors.
    await taskset("-cp", allowed, pid);
    if (isDone) return;
  }
}

const taskset = (...args: string[]): Promise<boolean> =>
  run("taskset", args).then(
    () => true,
    () => false,
  );

/** `processors` is a list as in `/proc/self/status`, for example `0-3,8`. */
export function withoutFirst(processors: string): string {
  const [first = "", ...rest] = processors.split(",");
  const [from, to] = first.split("-").map(Number);
  if (from === undefined || to === undefined) return rest.join(",");
  return [from + 1 === to ? `${to}` : `${from + 1}-${to}`, ...rest].join(",");
}
