import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../soak/free-port.ts";
import { say } from "./progress.ts";
import { pythonProgram } from "./python-program.ts";
import { endProcess } from "./run-program.ts";

/** The version with which this test last passed, because emulators change. */
const version = "1.5.33";

/** No emulator is available here: no Python, or no route to the package index. */
export class EmulatorUnavailableError extends Error {}

export type Emulator = {
  readonly endpoint: string;
  log(): string;
  /** Removes everything that was deployed, because `cdk destroy` fails here. */
  reset(): Promise<void>;
  /** Kills the process of one function; false if none runs. */
  killWorker(fraction: number): boolean;
  stop(): Promise<void>;
};

/** Installs MiniStack once into the user's cache folder, and starts it on a free port of 127.0.0.1. */
export async function startEmulator(): Promise<Emulator> {
  const program = await install();
  const port = await freePort();
  // Lambda workers die silently below a package.json with "type": "module"; the system's temporary folder has none.
  const folder = mkdtempSync(join(tmpdir(), "feedhook-emulator-"));
  const logFile = join(folder, "emulator.log");
  const log = openSync(logFile, "w");
  const child = spawn(program, [], {
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      // The functions run with the same Node that runs this.
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      BIND_HOST: "127.0.0.1",
      IOT_MTLS_ENABLED: "0",
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await healthy(endpoint, child, logFile);
  say(`emulator ${version} at ${endpoint} (process ${child.pid})`);
  return {
    endpoint,
    log: () => readFileSync(logFile, "utf8"),
    reset: async () => {
      const answer = await fetch(`${endpoint}/_ministack/reset`, { method: "POST" });
      if (!answer.ok) throw new Error(`the emulator didn't reset: ${answer.status}`);
    },
    killWorker: (fraction) => {
      const workers = workersOf(child.pid ?? 0);
      const chosen = workers[Math.floor(fraction * workers.length)];
      if (chosen !== undefined) process.kill(chosen, "SIGKILL");
      return chosen !== undefined;
    },
    stop: async () => {
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The processes in which the emulator runs functions. Each of its threads has its own children. */
function workersOf(emulator: number): readonly number[] {
  return readdirSync(`/proc/${emulator}/task`)
    .flatMap((thread) => readFileSync(`/proc/${emulator}/task/${thread}/children`, "utf8").split(" "))
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("ministack-lambda-"));
}

async function install(): Promise<string> {
  try {
    return await pythonProgram("ministack", version, "ministack");
  } catch (cause) {
    throw new EmulatorUnavailableError(`ministack ${version} can't be installed`, { cause });
  }
}

async function healthy(endpoint: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 240 && child.exitCode === null; attempt += 1) {
    const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(250);
  }
  await endProcess(child);
  throw new Error(`the emulator didn't come up:\n${readFileSync(logFile, "utf8").slice(-2_000)}`);
}
