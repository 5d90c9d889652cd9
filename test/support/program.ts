import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** A program that a test starts, and everything that it prints. */
export abstract class Program<Ended> {
  readonly #child: ChildProcess;
  readonly #isGroup: boolean;
  /** Resolves with the exit code, or the signal that ended it, once no process holds the output. */
  protected readonly closed: Promise<number | string | null>;
  #isClosed = false;
  /** How it ended. */
  abstract readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";
  output = "";

  /** `detached` gives the program its own process group, as a terminal or a service manager does. */
  constructor(command: string, argv: readonly string[], options: SpawnOptions = {}, input?: string) {
    const stdin = input === undefined ? "ignore" : "pipe";
    this.#child = spawn(command, argv, { stdio: [stdin, "pipe", "pipe"], ...options });
    this.#isGroup = options.detached === true;
    for (const name of ["stdout", "stderr"] as const) {
      this.#child[name]?.on("data", (chunk: Buffer) => {
        this[name] += chunk.toString();
        this.output += chunk.toString();
      });
    }
    this.#child.stdin?.on("error", () => undefined).end(input);
    this.closed = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        this.#isClosed = true;
        resolve(code ?? signal);
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits at most `ms` until the pattern matched `times`; fails with everything that was printed. */
  async prints(pattern: RegExp, ms = 60_000, times = 1): Promise<RegExpExecArray> {
    const everywhere = new RegExp(pattern, pattern.global ? pattern.flags : `${pattern.flags}g`);
    for (const until = Date.now() + ms; ; ) {
      const isLast = this.#isClosed || Date.now() > until;
      const found = [...this.output.matchAll(everywhere)].at(times - 1);
      if (found !== undefined) return found;
      if (isLast) throw new Error(`not ${times} × ${pattern} within ${ms} ms in:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Signals the program or, with "group", also everything it started. Resolves with how it ended. */
  signal(signal: NodeJS.Signals, to: "process" | "group" = "process"): Promise<Ended> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      if (to === "process") this.#child.kill(signal);
      else process.kill(-this.pid, signal);
    }
    return this.ended;
  }

  /** Like Ctrl-C in its terminal. */
  interrupt(): Promise<Ended> {
    return this.signal("SIGINT", this.#isGroup ? "group" : "process");
  }

  async kill(): Promise<void> {
    await this.signal("SIGKILL", this.#isGroup ? "group" : "process");
  }
}

/** Ends with the exit code, or with the signal that ended it. */
export class AnyProgram extends Program<number | string | null> {
  readonly ended = this.closed;
}
