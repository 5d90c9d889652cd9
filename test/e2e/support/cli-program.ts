import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** `code`: the exit code, or the signal that ended it. */
export type CliResult = { readonly code: number | string | null; readonly stdout: string; readonly stderr: string };

/**
 * The `feedhook` command as a separate process, which gets nothing from the test's environment except the path and the
 * cache of compiled sources.
 */
export class CliProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CliResult>;
  stdout = "";
  stderr = "";

  /** In its own process group if it is to be killed with the programs it starts. */
  constructor(environment: Readonly<Record<string, string>>, argv: readonly string[], input = "", detached = false) {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: "1", ...environment };
    this.#child = spawn(process.execPath, ["infra/cli/feedhook.mjs", ...argv], { env, detached });
    this.#child.stdout.on("data", (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.#child.stdin.on("error", () => undefined);
    this.#child.stdin.end(input);
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        resolve({ code: code ?? signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Waits at most `ms` until stdout or stderr matches; fails with everything that was printed. */
  async prints(pattern: RegExp, ms = 60_000): Promise<RegExpExecArray> {
    const until = Date.now() + ms;
    for (;;) {
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (found !== null) return found;
      if (Date.now() > until) throw new Error(`no ${pattern} in:\n${this.stdout}\n${this.stderr}`);
      await sleep(50);
    }
  }

  signal(signal: NodeJS.Signals): Promise<CliResult> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Kills it with everything it started, at once. */
  killGroup(): Promise<CliResult> {
    process.kill(-this.#child.pid!, "SIGKILL");
    return this.ended;
  }
}
