import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** A receiver of docs/receivers as a separate process, on any free port. */
export class ReceiverProgram {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  output = "";

  constructor(command: string, argv: readonly string[], secret: string) {
    const env = { ...process.env, PORT: "0", WEBHOOK_SECRET: secret };
    // Its own group, because `go run` starts the receiver as another process.
    this.#child = spawn(command, argv, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  /** Its address, once it listens. */
  async url(): Promise<string> {
    const until = Date.now() + 240_000;
    for (;;) {
      const [, port] = /^Listening on (\d+)$/m.exec(this.output) ?? [];
      if (port !== undefined) return `http://127.0.0.1:${port}/hook`;
      if (Date.now() > until || this.#child.exitCode !== null) throw new Error(`it doesn't listen:\n${this.output}`);
      await sleep(50);
    }
  }

  /** What it handled, in order. */
  get handled(): { type: string; id: string }[] {
    return [...this.output.matchAll(/^(\w+\.\w+) (evt_\w+)$/gm)].map(([, type = "", id = ""]) => ({ type, id }));
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = new Promise((resolve) => this.#child.once("close", resolve));
    process.kill(-this.#child.pid!, "SIGKILL");
    await closed;
  }
}
