import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import { type OracleEntry, readOracle } from "../e2e/support/oracle.ts";
import { patiently } from "./patiently.ts";

type Ready = {
  readonly url: string;
  readonly helpersUrl: string;
  readonly access: { readonly name: string; readonly clientId: string; readonly clientSecret: string };
};

/** The response of `GET /__sandbox/faults` (docs/sandbox.md#faults). */
export type FaultCounts = {
  readonly injected: { readonly [kind: string]: number };
  readonly requests: number;
  readonly insideRetryAfter: { readonly [status in "429" | "503"]: number };
};

/** The sandbox as a separate process (`sandbox-main.ts`), and everything it reports. */
export class SourceProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly ready: Ready;
  readonly oracle: OracleEntry[] = [];

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>, ready: Ready) {
    this.#child = child;
    this.ready = ready;
  }

  static async start(seed: number, options: SandboxOptions = {}): Promise<SourceProcess> {
    const parameters = ["test/soak/sandbox-main.ts", String(seed), JSON.stringify(options)];
    const child = spawn(process.execPath, parameters, { stdio: ["pipe", "pipe", "inherit"] });
    const ready = await new Promise<Ready>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.startsWith("ready ")) resolve(JSON.parse(line.slice(6)) as Ready);
      });
      child.once("exit", (code) => {
        reject(new Error(`the sandbox ended with ${code}`));
      });
    });
    return new SourceProcess(child, ready);
  }

  /** This many changes per second from now on. */
  live(perSecond: number): void {
    this.#tell(`live ${perSecond}`);
  }

  down(): void {
    this.#tell("down");
  }

  up(): void {
    this.#tell("up");
  }

  async setFaults(spec: string): Promise<void> {
    await this.#askFaults({
      ...{ method: "POST", headers: { "content-type": "application/json" } },
      body: JSON.stringify({ spec }),
    });
  }

  faults(): Promise<FaultCounts> {
    return this.#askFaults({});
  }

  /** Ends the faults; resolves with their number by kind. */
  async endFaults(): Promise<unknown> {
    const { injected } = await this.faults();
    await this.#askFaults({ method: "DELETE" });
    return injected;
  }

  /** Repeated if an idle connection was closed meanwhile. */
  #askFaults(init: RequestInit): Promise<FaultCounts> {
    return patiently(10_000, async () => {
      const answer = await fetch(`${this.ready.helpersUrl}/__sandbox/faults`, init);
      return (await answer.json()) as FaultCounts;
    });
  }

  async readOracle(): Promise<void> {
    const read = () => readOracle(this.ready.helpersUrl, this.oracle.at(-1)?.sequence ?? 0);
    const entries = await patiently(10_000, read);
    // One by one, because a call can't have a hundred thousand arguments.
    for (const entry of entries) this.oracle.push(entry);
  }

  stop(): void {
    this.#child.stdin.end();
  }

  #tell(command: string): void {
    this.#child.stdin.write(`${command}\n`);
  }
}
