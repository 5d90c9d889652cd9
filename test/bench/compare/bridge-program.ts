import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { requestApi } from "../../../infra/node/request-api.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { undoAtExit } from "../../support/undo-at-exit.ts";
import { cpuSecondsOf, memoryOf } from "./process-usage.ts";
import type { Tree } from "./tree.ts";

/** How long (ms) a bridge may take to respond after its start. */
const longestStart = 120_000;

/**
 * The length (ms) of a tick: short, so that an arm waits little, but long enough that ticks cost little. On a busy
 * machine, an arm takes a minute instead of seconds, and a tick every 200 ms would cost half of its CPU time.
 */
const tick = 1_000;

/** Options that every compared version has. */
type Settings = { readonly partnerUrl: string; readonly timings: Readonly<Record<string, number>> };

const counter = new URL("../count-work.ts", import.meta.url).href;

/** How long (ms) it may take to end before it is killed. */
const longestEnd = 10_000;

export type BridgeProgram = Awaited<ReturnType<typeof startBridgeProgram>>;

/**
 * Starts a version of the bridge as its own process, as `npm start` runs it, on an empty data directory. Resolves when
 * its API responds. If `isCounted`, the bridge counts its work on request (test/bench/count-work.ts).
 */
export async function startBridgeProgram(tree: Tree, settings: Settings, isCounted: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-bench-"));
  const remove = undoAtExit(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const [port, key] = [await freePort(), randomBytes(24).toString("base64url")];
  const [config, log, counts] = [join(folder, "config.json"), join(folder, "log"), join(folder, "counts")];
  const common = { dataDir: join(folder, "data"), operatorKey: key, allowInsecureEndpoints: true, log: "json" };
  writeFileSync(config, JSON.stringify({ ...settings, ...common, port, tick }), { mode: 0o600 });
  // The shell becomes the program, so its process id is the bridge's.
  const command = `exec ${tree.start.replace(/^exec /, "")} --config "$0"`;
  const lines = openSync(log, "w");
  const child = spawn("/bin/sh", ["-c", command, config], {
    ...{ cwd: tree.folder, stdio: ["ignore", lines, lines] },
    env: {
      ...process.env,
      // Removed with the tree.
      XDG_CACHE_HOME: join(tree.folder, ".cache"),
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      ...(isCounted && { NODE_OPTIONS: `--import ${counter}`, FEEDHOOK_COUNTS: counts }),
    },
  });
  closeSync(lines);
  const kill = undoAtExit(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error(`the program of ${tree.name} didn't start`);
  const url = `http://127.0.0.1:${port}`;
  const lastLines = () => readFileSync(log, "utf8").trim().split("\n").slice(-20).join("\n");
  const until = performance.now() + longestStart;
  while (!(await responds(url, key))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`the bridge of ${tree.name} didn't start: ${lastLines()}`);
    await sleep(20);
  }
  return {
    /** The CPU seconds from its start until now. */
    cpuSeconds: () => cpuSecondsOf(pid),
    memory: () => memoryOf(pid),
    ask: (method: string, path: string, body?: unknown) => requestApi(url, key, method, path, body),
    /** The end of its log, for an error message. */
    lastLines,
    beginCounting: () => process.kill(pid, "SIGUSR2"),
    /** What it has done since `beginCounting`, by name. */
    counted: async () => {
      process.kill(pid, "SIGUSR2");
      for (let tries = 0; tries < 200 && !existsSync(counts); tries += 1) await sleep(50);
      return parseJson(z.record(z.string(), z.number()), readFileSync(counts, "utf8"), "the counts");
    },
    /** Ends it as an operator does, because a program that is killed leaves no compiled code for its next start. */
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.race([exited, sleep(longestEnd, undefined, { ref: false })]);
      kill();
      await exited;
      remove();
    },
  };
}

const responds = (url: string, key: string) =>
  requestApi(url, key, "GET", "/v1/subscriptions").then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("the system gave no port");
  return address.port;
}
