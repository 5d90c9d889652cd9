import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** `npm start` as a person runs it: everything it prints, and how it ended. */
export class StartProgram {
  readonly #child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";

  constructor(...argv: readonly string[]) {
    const child = spawn(process.execPath, ["infra/node/start.ts", ...argv], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = new Promise((resolve) => child.once("exit", resolve));
    this.#child = child;
  }

  /** Waits, at most `ms`, until the pattern (with `g`) matched `times`; fails with everything that was printed. */
  async prints(pattern: RegExp, ms: number, times = 1): Promise<RegExpExecArray> {
    const until = Date.now() + ms;
    for (;;) {
      const found = [...this.output.matchAll(pattern)].at(times - 1);
      if (found !== undefined) return found;
      if (Date.now() > until) throw new Error(`not ${times} × ${pattern} within ${ms} ms in:\n${this.output}`);
      await sleep(50);
    }
  }

  /** As Ctrl-C does. Resolves with the exit code. */
  async interrupt(): Promise<number | null> {
    this.#child.kill("SIGINT");
    return this.ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
