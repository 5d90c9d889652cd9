import { existsSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { say } from "./progress.ts";
import { runProgram } from "./run-program.ts";

/**
 * Installs a program once from Python's package index into its own folder in the user's cache, and returns its path.
 * Rejects without Python, or without a route to the index.
 */
export async function pythonProgram(
  name: string,
  version: string,
  program: string,
  requirements: readonly string[] = [`${name}==${version}`],
): Promise<string> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const environment = join(cache, "feedhook", `${name}-${version}`);
  const file = join(environment, "bin", program);
  if (existsSync(file)) return file;
  say(`installing ${name} ${version} into ${environment}`);
  try {
    mkdirSync(environment, { recursive: true });
    await runProgram("python3", ["-m", "venv", environment]);
    const pip = join(environment, "bin", "pip");
    await runProgram(pip, ["install", "--quiet", "--disable-pip-version-check", ...requirements]);
  } catch (error) {
    rmSync(environment, { recursive: true, force: true });
    throw error;
  }
  return file;
}
