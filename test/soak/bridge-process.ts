import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { SmallDisk } from "../support/small-disk.ts";

export type BridgeFiles = {
  readonly config: string;
  readonly clock: string;
  /** Says how slow the disk is. */
  readonly slow: string;
  readonly log: string;
  /** Where its data directory is, as `data`. */
  readonly disk: SmallDisk;
};

/** `npm start` on a config file, supervised like a service: whatever ends it, it is restarted. */
export class BridgeProcess {
  readonly #files: BridgeFiles;
  readonly #log;
  #child: ChildProcess | undefined;
  #stopping = false;
  #mayEnd = false;
  #kept: Promise<void> = Promise.resolve();
  /** Log lines by event. */
  readonly events = new Map<string, number>();
  /** Unrequested ends, with the last output. */
  readonly crashes: string[] = [];
  starts = 0;

  constructor(files: BridgeFiles) {
    this.#files = files;
    this.#log = createWriteStream(files.log);
    this.step(0);
    this.slow(0);
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  start(): void {
    this.#kept = this.#keepUp();
  }

  /** While the disk is full a start may be refused, and the service manager retries. */
  mayEnd(may: boolean): void {
    this.#mayEnd = may;
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Sets the bridge's clock this many ms ahead, or back. */
  step(ms: number): void {
    writeFileSync(this.#files.clock, String(ms));
    this.#child?.kill("SIGUSR2");
  }

  /** Makes each sync of the bridge's disk take this many ms longer. */
  slow(ms: number): void {
    writeFileSync(this.#files.slow, String(ms));
    this.#child?.kill("SIGUSR2");
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill("SIGTERM");
    await this.#kept;
  }

  async #keepUp(): Promise<void> {
    for (;;) {
      const { code, signal, last } = await this.#run();
      if (this.#isStopping()) return;
      // SIGUSR2 ends a process that doesn't listen for it yet. The next one reads the files when it starts.
      const isAsked = signal === "SIGKILL" || signal === "SIGUSR2" || this.#mayEnd;
      if (!isAsked) this.crashes.push(`ended with ${code ?? signal}: ${last.join("\n")}`);
      await sleep(1_000);
    }
  }

  #isStopping(): boolean {
    return this.#stopping;
  }

  async #run() {
    this.starts += 1;
    const preloads = ["stepped-clock.ts", "slow-disk.ts"].flatMap((name) => {
      return ["--import", new URL(name, import.meta.url).href];
    });
    const { clock, config, disk, slow } = this.#files;
    const program = [process.execPath, ...preloads, "infra/node/start.ts", "--config", config];
    const [command = "", ...args] = [...disk.prefix, ...program];
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...disk.env, SOAK_CLOCK_FILE: clock, SOAK_DISK_FILE: slow },
    });
    this.#child = child;
    const last: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        this.#log.write(`${line}\n`);
        last.push(line);
        if (last.length > 20) last.shift();
        const event = /"event":"([^"]+)"/.exec(line)?.[1] ?? "(not JSON)";
        this.events.set(event, (this.events.get(event) ?? 0) + 1);
      });
    }
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once("exit", (...how) => {
        resolve(how);
      });
    });
    return { code, signal, last };
  }

  /** The operating system's figures for it; undefined while it is down. */
  measure() {
    try {
      const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8")) ?? [];
      const size = (name: string) =>
        statSync(join(this.#files.disk.reached, "data", name), { throwIfNoEntry: false })?.size ?? 0;
      return {
        memory: Number(kilobytes) * 1_024,
        files: readdirSync(`/proc/${this.pid}/fd`).length,
        store: size("feedhook.db"),
        log: size("feedhook.db-wal"),
      };
    } catch {
      return undefined;
    }
  }
}
