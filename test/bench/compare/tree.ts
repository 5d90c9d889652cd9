import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
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

/**
 * The code in this folder, with changes to files that git knows. It is copied like another version, because a program
 * starts faster in some folders than in others.
 */
export async function ownTree(): Promise<Tree> {
  // `git stash create` fails if a file was written without being changed.
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : git("stash", "create");
  const head = git("rev-parse", "--short=10", "HEAD");
  return copied(changed === "" ? head : changed, changed === "" ? head : `${head} with changes`);
}

/**
 * The commit that the gate compares with. Change it after a release, or in the commit that accepts a slower version and
 * says why.
 */
const baselineCommit = "c573567fa3";

/** A commit. `release` is the last release, and `baseline` is the commit that the gate compares with. */
export async function treeOf(ref: string): Promise<Tree> {
  const wanted = ref === "release" ? lastReleaseCommit() : ref === "baseline" ? baselineCommit : ref;
  let commit: string;
  try {
    commit = git("rev-parse", "--verify", "--short=10", `${wanted}^{commit}`);
  } catch {
    throw new UnavailableError(
      `${wanted} isn't in this clone. A shallow clone lacks it: run \`git fetch --unshallow\`.`,
    );
  }
  return copied(commit, commit);
}

/** Copies a commit to a temporary folder and installs what it needs to run. */
async function copied(commit: string, name: string): Promise<Tree> {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-compare-"));
  undoAtExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  // Unlike a worktree, an archive leaves nothing in the repository if this process is killed.
  const archive = execFileSync("git", ["archive", commit], { cwd: repository, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(await installed(folder, name), join(folder, "node_modules"));
  const { scripts } = parseJson(manifest, readFileSync(join(folder, "package.json"), "utf8"), "package.json");
  return { folder, name, start: scripts.start };
}

/** The dependencies of the version in `folder`. Versions with the same lock file share them, and later runs, too. */
async function installed(folder: string, name: string): Promise<string> {
  const lock = readFileSync(join(folder, "package-lock.json"));
  if (lock.equals(readFileSync(join(repository, "package-lock.json")))) return join(repository, "node_modules");
  const cache = join(repository, "node_modules/.cache/bench-compare");
  const key = createHash("sha256").update(lock).digest("hex").slice(0, 16);
  // The folder has the name under which packages look for each other.
  const kept = join(cache, key, "node_modules");
  if (existsSync(kept)) return kept;
  process.stderr.write(`Installing the dependencies of ${name} …\n`);
  const installing = promisify(execFile)("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], {
    ...{ cwd: folder, timeout: 600_000 },
  });
  const forget = undoAtExit(() => installing.child.kill("SIGTERM"));
  try {
    await installing;
  } catch (cause) {
    throw new UnavailableError(`\`npm ci\` failed for ${name}`, { cause });
  } finally {
    forget();
  }
  const own = join(cache, `${key}.${process.pid}`);
  mkdirSync(own, { recursive: true });
  execFileSync("mv", [join(folder, "node_modules"), own]);
  // Two comparisons may install the same at once, and neither may use half of it.
  if (existsSync(kept)) rmSync(own, { recursive: true });
  else renameSync(own, join(cache, key));
  return kept;
}
