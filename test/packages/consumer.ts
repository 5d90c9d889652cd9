import { execFile } from "node:child_process";
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
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { buildPackages } from "../../infra/packages/build.ts";
import { AnyProgram } from "../support/program.ts";

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

  /** Starts a command, which runs until the running test ends. */
  start(command: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): AnyProgram {
    const options = { cwd: this.folder, env: { ...this.#env, ...env }, detached: true };
    const program = new AnyProgram(command, argv, options);
    onTestFinished(() => program.kill());
    return program;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
