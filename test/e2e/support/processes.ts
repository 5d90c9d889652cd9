import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { undoAtExit } from "../../support/undo-at-exit.ts";

export type Running = {
  readonly child: ChildProcess;
  readonly ready: string;
  readonly errors: string[];
  kill(signal: NodeJS.Signals): Promise<void>;
};

/**
 * Starts a program of the repository and waits for its line `ready <something>`. Its other output is kept for the
 * report, except lines of stdout that `takes` accepts. It ends with this process at the latest.
 */
export async function startProgram(
  file: string,
  args: readonly string[],
  takes: (line: string) => boolean = () => false,
): Promise<Running> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const forget = undoAtExit(() => child.kill("SIGKILL"));
  const errors: string[] = [];
  const exited = new Promise<void>((resolve) =>
    child.once("exit", () => {
      forget();
      resolve();
    }),
  );
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const ready = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = /^ready (.+)/.exec(line)?.[1];
      if (said !== undefined) resolve(said);
      else if (!takes(line)) errors.push(line);
    });
    child.once("exit", (code) => {
      reject(new Error(`${file} ended with ${code}: ${errors.join("\n")}`));
    });
  });
  return {
    child,
    ready,
    errors,
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
