import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { lastReleaseCommit } from "../../last-release/kept-release.ts";
import { undoAtExit } from "../../support/undo-at-exit.ts";

/** A folder with a version of the code and its installed dependencies. */
export type Tree = { readonly folder: string; readonly name: string; readonly start: string };

/** The commit, or what it needs, can't be had here. */
export class UnavailableError extends Error {}

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const git = (...argv: readonly string[]) =>
  execFileSync("git", argv, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

const manifest = z.object({ scripts: z.object({ start: z.string() }) });

function treeIn(folder: string, name: string): Tree {
  const { scripts } = parseJson(manifest, readFileSync(join(folder, "package.json"), "utf8"), "package.json");
  return { folder, name, start: scripts.start };
}

/** The code in this folder, with changes that aren't committed. */
export function ownTree(): Tree {
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  return treeIn(repository, `${git("rev-parse", "--short=10", "HEAD")}${isChanged ? " with changes" : ""}`);
}

/** Copies a commit to a temporary folder and installs what it needs to run. `release` is the last release. */
export async function checkOut(ref: string): Promise<Tree> {
  const wanted = ref === "release" ? lastReleaseCommit() : ref;
  let commit: string;
  try {
    commit = git("rev-parse", "--verify", "--short=10", `${wanted}^{commit}`);
  } catch {
    throw new UnavailableError(
      `${wanted} isn't in this clone. A shallow clone lacks it: run \`git fetch --unshallow\`.`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "feedhook-compare-"));
  undoAtExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  // Unlike a worktree, an archive leaves nothing in the repository if this process is killed.
  const archive = execFileSync("git", ["archive", commit], { cwd: repository, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(await installed(commit, folder), join(folder, "node_modules"));
  return treeIn(folder, commit);
}

/** The dependencies of the commit in `folder`, which later runs use again. Benchmarks and tests are today's. */
async function installed(commit: string, folder: string): Promise<string> {
  const cache = join(repository, "node_modules/.cache/bench-compare");
  // The folder has the name under which packages look for each other.
  const kept = join(cache, commit, "node_modules");
  if (existsSync(kept)) return kept;
  process.stderr.write(`Installing the dependencies of ${commit} …\n`);
  const installing = promisify(execFile)("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], {
    ...{ cwd: folder, timeout: 600_000 },
  });
  const forget = undoAtExit(() => installing.child.kill("SIGTERM"));
  try {
    await installing;
  } catch (cause) {
    throw new UnavailableError(`\`npm ci\` failed for ${commit}`, { cause });
  } finally {
    forget();
  }
  const own = join(cache, `${commit}.${process.pid}`);
  mkdirSync(own, { recursive: true });
  execFileSync("mv", [join(folder, "node_modules"), own]);
  // Two comparisons may install the same commit at once, and neither may use half of it.
  if (existsSync(kept)) rmSync(own, { recursive: true });
  else renameSync(own, join(cache, commit));
  return kept;
}
