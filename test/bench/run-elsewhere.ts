import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Running } from "../e2e/support/processes.ts";

/**
 * Keeps a program on the last processor. A program that stands for another machine could otherwise take any processor
 * from the bridge for a few milliseconds, whatever its priority.
 */
export function runElsewhere({ child }: Running): void {
  if (process.platform !== "linux") return;
  const last = String(availableParallelism() - 1);
  // `taskset` stops at a thread that ends meanwhile.
  for (let n = 0; n < 5; n += 1) {
    if (spawnSync("taskset", ["-acp", last, String(child.pid)]).status === 0) return;
  }
  console.error("taskset can't keep a program on the last processor, so it may take other processors from the bridge");
}
