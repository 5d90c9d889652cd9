import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect } from "vitest";
import { buildPackages } from "../../infra/packages/build.ts";

const run = promisify(execFile);

/**
 * The environment of a person's shell, without the variables of npm and Vitest. A registry may need its own certificate
 * authority.
 */
function shell(path: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_package_|npm_lifecycle_|npm_config_local_prefix|NODE_(?!EXTRA_CA_CERTS$)|VITEST|FEEDHOOK_)/.test(name),
  );
  return { ...Object.fromEntries(own), PATH: `${path}${delimiter}${process.env["PATH"] ?? ""}` };
}

/** Builds and packs both packages in a folder. Resolves with the tarballs. */
export async function packPackages(folder: string): Promise<readonly string[]> {
  await buildPackages(join(folder, "dist"));
  await run("npm", ["pack", "./dist/feedhook", "./dist/receiver"], { cwd: folder, env: shell("") });
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  return tarballs.map((name) => join(folder, name));
}

const install = ["install", "--no-audit", "--no-fund", "--no-progress", "--prefer-offline"];

/** Installs the packages into an empty folder, which can be copied. */
export async function installPackages(folder: string, tarballs: readonly string[]): Promise<void> {
  const manifest = { private: true, type: "module", allowScripts: { node: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", [...install, ...tarballs], { cwd: folder, env: shell("") });
}

/** An empty folder with the installed packages and its own Node, and nothing else. */
export class Consumer {
  readonly folder: string;
  /** The bytes of everything that the packages installed. */
  readonly installed: number;
  readonly #started = new Set<Started>();

  private constructor(folder: string, installed: number) {
    this.folder = folder;
    this.installed = installed;
  }

  /** `packages` is a folder of {@link installPackages}. */
  static async with(nodeVersion: string, packages: string): Promise<Consumer> {
    const folder = mkdtempSync(join(tmpdir(), "feedhook-consumer-"));
    cpSync(packages, folder, { recursive: true, verbatimSymlinks: true });
    const installed = sizeOf(join(folder, "node_modules"));
    await run("npm", [...install, `node@${nodeVersion}`], { cwd: folder, env: shell("") });
    return new Consumer(folder, installed);
  }

  get #env(): NodeJS.ProcessEnv {
    // The CDK's validation of templates takes half the time of a synthesis, and no test reads its warnings.
    return { ...shell(join(this.folder, "node_modules/.bin")), CDK_VALIDATION: "false" };
  }

  /** Puts a package of the repository beside the installed ones, as if it had been installed too. */
  borrow(...names: readonly string[]): void {
    for (const name of names) {
      if (existsSync(join(this.folder, "node_modules", name))) continue;
      mkdirSync(join(this.folder, "node_modules", name, ".."), { recursive: true });
      symlinkSync(resolve("node_modules", name), join(this.folder, "node_modules", name));
    }
  }

  copy(...files: readonly string[]): void {
    for (const file of files) cpSync(new URL(`./programs/${file}`, import.meta.url), join(this.folder, file));
  }

  /** Runs a command to its end and resolves with its output. */
  async run(command: string, ...argv: readonly string[]): Promise<string> {
    const { stdout } = await run(command, argv, { cwd: this.folder, env: this.#env });
    return stdout;
  }

  start(command: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
    const started = new Started(command, argv, this.folder, { ...this.#env, ...env });
    this.#started.add(started);
    return started;
  }

  async remove(): Promise<void> {
    for (const started of this.#started) await started.end("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A program that runs until it is asked to end. */
export class Started {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<unknown>;
  output = "";

  constructor(command: string, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(command, argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.#ended = new Promise((done) => this.#child.once("exit", done));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  /** Waits for a line, and resolves with its group's match. */
  async prints(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.output, { timeout: 60_000 }).toMatch(pattern);
    return pattern.exec(this.output)?.[1] ?? "";
  }

  async ended(): Promise<void> {
    await this.#ended;
  }

  /** Like Ctrl-C: signals every process of the group. */
  async end(signal: NodeJS.Signals = "SIGINT"): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    process.kill(-this.#child.pid!, signal);
    await this.#ended;
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
