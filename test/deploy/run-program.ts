import { type ChildProcess, spawn } from "node:child_process";

export type ProgramOptions = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Runs a program to its end and returns its output; an Error with the last lines if it fails. */
export async function runProgram(file: string, args: readonly string[], options: ProgramOptions = {}): Promise<string> {
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const output = lines.join("");
  if (code === 0) return output;
  throw new Error(`${[file, ...args].join(" ")} ended with ${code}:\n${output.slice(-4_000)}`);
}

/** Ends a process that we started, by its id: politely, and after five seconds with force. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) =>
    child.once("exit", () => {
      resolve();
    }),
  );
  child.kill("SIGTERM");
  const hurry = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await gone;
  clearTimeout(hurry);
}
