import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import concurrently from "concurrently";

// `npm run check [-- --changed]`: runs all checks. With `--changed`, format and lint read only the files that differ from
// the last commit; the other checks need all files, and take seconds.

function changedFiles(): readonly string[] {
  const git = (...argv: string[]) => execFileSync("git", argv, { encoding: "utf8" }).split("\n");
  const files = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return files.filter((file) => /\.(?:[cm]?[jt]sx?|jsonc?|css)$/.test(file) && existsSync(file));
}

const isChanged = process.argv.includes("--changed");
// Without `--changed`, the checks need no git: the sources may come from an archive.
const files = isChanged ? changedFiles().map((file) => `"${file}"`) : [];
const ofFiles = files.length === 0 ? [] : [`biome check ${files.join(" ")}`, `oxlint ${files.join(" ")}`];
const commands = isChanged ? [...ofFiles, "npm:check:*(!:format|:lint)"] : ["npm:check:*"];
// One after the other: side by side, they take twice the CPU and memory, and longer.
const { result } = concurrently(commands, { group: true, timings: true, maxProcesses: 1 });
process.exitCode = await result.then(
  () => 0,
  () => 1,
);
