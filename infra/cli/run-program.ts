import { spawn } from "node:child_process";
import { exitCodes } from "./cli-errors.ts";
import { type ProgramName, programOf } from "./installation.ts";
import type { Session } from "./session.ts";

/**
 * `npm start` sets the same option. Without it, Node gives a busy bridge's young objects up to four times as much memory.
 */
const nodeOptions = ["--max-semi-space-size=16"];

/** infra/node/main.mjs sets the same variable, and says why. */
const malloc = { MALLOC_ARENA_MAX: "1" };

/** If the program fails, the command fails. */
export async function runProgram(name: ProgramName, argv: readonly string[], { end }: Session): Promise<void> {
  const child = spawn(process.execPath, [...nodeOptions, ...programOf(name), ...argv], {
    stdio: "inherit",
    env: { ...malloc, ...process.env },
  });
  // Ctrl-C in a terminal also reaches the child directly, which counts two signals within a second as one. Windows has
  // no SIGTERM, so `kill` would end the child before it could stop cleanly.
  if (process.platform !== "win32") end.addEventListener("abort", () => child.kill("SIGTERM"));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) process.exitCode = exitCodes.failed;
}
