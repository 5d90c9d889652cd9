import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { npm } from "../../support/npm.ts";
import type { SmallDisk } from "../../support/small-disk.ts";

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** `npm start` as a person runs it: its output, and how it ended. */
export class StartProgram {
  readonly #child: Child;
  /** Resolves with the exit code once no process holds the output. */
  readonly ended: Promise<number | null>;
  output = "";

  private constructor(child: Child) {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = new Promise((resolve) => child.once("close", resolve));
    this.#child = child;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The program itself. */
  static node(...argv: readonly string[]): StartProgram {
    return StartProgram.as(undefined, ...argv);
  }

  /** The program itself, run by the user with this id, or by the test's user if it is undefined. */
  static as(uid: number | undefined, ...argv: readonly string[]): StartProgram {
    const user = uid === undefined ? {} : { uid, gid: uid };
    const options = { stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"], ...user };
    return new StartProgram(spawn(process.execPath, ["infra/node/main.mjs", ...argv], options));
  }

  /** The program itself, with these variables in addition to the test's. */
  static within(variables: Readonly<Record<string, string>>, ...argv: readonly string[]): StartProgram {
    const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
    const options = { stdio, env: { ...process.env, ...variables } };
    return new StartProgram(spawn(process.execPath, ["infra/node/main.mjs", ...argv], options));
  }

  /** The program itself, in the process of a shell that ran `command`, such as `ulimit -n 40`. */
  static after(command: string, ...argv: readonly string[]): StartProgram {
    const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
    const script = `${command}; exec "$0" "$@"`;
    return new StartProgram(spawn("bash", ["-c", script, process.execPath, "infra/node/main.mjs", ...argv], { stdio }));
  }

  /** The program itself, with access to `disk`. */
  static on(disk: SmallDisk, ...argv: readonly string[]): StartProgram {
    const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
    const [command = "", ...rest] = [...disk.prefix, process.execPath, "infra/node/main.mjs", ...argv];
    return new StartProgram(spawn(command, rest, { stdio, env: { ...process.env, ...disk.env } }));
  }

  /** Through npm, in its own process group, as a terminal or a service manager starts it. */
  static npm(...argv: readonly string[]): StartProgram {
    return StartProgram.npmIn(".", ...argv);
  }

  /** Through npm, in the folder of another checkout. */
  static npmIn(cwd: string, ...argv: readonly string[]): StartProgram {
    const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
    return new StartProgram(spawn(...npm("start", "--", ...argv), { stdio, detached: true, cwd }));
  }

  /** Waits at most `ms` until the pattern (with `g`) matched `times`; fails with everything that was printed. */
  async prints(pattern: RegExp, ms: number, times = 1): Promise<RegExpExecArray> {
    const until = Date.now() + ms;
    for (;;) {
      const found = [...this.output.matchAll(pattern)].at(times - 1);
      if (found !== undefined) return found;
      if (Date.now() > until) throw new Error(`not ${times} × ${pattern} within ${ms} ms in:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Like Ctrl-C. Resolves with the exit code. */
  async interrupt(): Promise<number | null> {
    return this.signal("SIGINT");
  }

  /** Signals the started process or, with "group", also everything it started. Resolves with the exit code. */
  async signal(signal: NodeJS.Signals, to: "process" | "group" = "process"): Promise<number | null> {
    if (to === "process") this.#child.kill(signal);
    else process.kill(-this.#child.pid!, signal);
    return this.ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
