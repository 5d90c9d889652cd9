import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { keepRelease } from "../../last-release/kept-release.ts";
import { release } from "../../release/release.ts";
import type { Surface } from "../../release/surface.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { aSurface } from "./a-surface.ts";

let folder: string;
const git = (...argv: string[]) => execFileSync("git", argv, { cwd: folder, encoding: "utf8" }).trim();
const write = (file: string, text: string) => {
  writeFileSync(join(folder, file), text);
};
const full = aSurface({ exports: { events: ["Event", "read"] } });
const less = aSurface({ exports: { events: ["Event"] } });

const upgrade = "### Upgrade\n\nReplace `read` with `take`.";
const changelog = `# Changelog\n\n## [1.0.0]\n\n- More.\n\n${upgrade}\n\n## [0.2.0] - 2026-11-27\n\n- Less.\n\n${upgrade}
\n## [0.1.1]\n\n${upgrade}\n\n## [0.1.0]\n\nThe first release.\n\n### Upgrade\n\nNothing to do.\n`;

/** Commits the version, and releases it. */
async function releases(version: string, now: Surface, isDryRun = false) {
  write("package.json", JSON.stringify({ version }));
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", version);
  return tries(now, isDryRun);
}

async function tries(now: Surface, isDryRun = false) {
  const said: string[] = [];
  const outcome = await release({
    ...{ folder, isDryRun },
    say: (line) => said.push(line),
    surface: async () => now,
    build: async (dist) => {
      writeFileSync(join(dist, "built"), "");
    },
  });
  return { ...outcome, said: said.join("\n") };
}

/** Keeps a release, as `npm run keep-release` does. */
const keeps = (version: string, kept: Surface) => {
  keepRelease(join(folder, "test/last-release"), { commit: "abc", version, surface: JSON.stringify(kept) });
};

beforeEach(() => {
  folder = temporaryFolder();
  git("init", "--quiet");
  for (const [name, value] of [
    ["user.name", "Releaser"],
    ["user.email", "releaser@example.com"],
    ["tag.gpgSign", "false"],
    ["commit.gpgSign", "false"],
  ] as const) {
    git("config", name, value);
  }
  mkdirSync(join(folder, "test/last-release"), { recursive: true });
  write("test/last-release/release.json", '{ "commit": "abc" }');
  write(".gitignore", "dist/\n");
  write("CHANGELOG.md", changelog);
  mkdirSync(join(folder, "docs/measurements"), { recursive: true });
  const measured = ["0.1.0", "0.1.1", "0.2.0", "1.0.0", "1.1.0", "2.0.0"].map((version) => `| ${version} | |\n`);
  write("docs/measurements/releases.md", measured.join(""));
});

test("the first release is built, described and tagged, and a dry run tags nothing", async () => {
  expect(await releases("0.1.0", full, true)).toMatchObject({ state: "checked", tag: "v0.1.0" });
  expect(git("tag")).toBe("");
  expect(await tries(full)).toMatchObject({ state: "tagged", tag: "v0.1.0" });
  expect(git("cat-file", "-t", "v0.1.0")).toBe("tag");
  expect(git("rev-parse", "v0.1.0^{commit}")).toBe(git("rev-parse", "HEAD"));
  expect(existsSync(join(folder, "dist/built"))).toBe(true);
  expect(readFileSync(join(folder, "dist/release-notes.md"), "utf8")).toBe(
    "# Feedhook 0.1.0\n\nThe first release.\n\n### Upgrade\n\nNothing to do.\n\n### Compatibility\n\nThis is the first release.\n",
  );
});

test("a release that breaks programs needs a version that may, and names each change", async () => {
  keeps("0.1.0", full);
  const change = "`events` no longer exports `read`.";
  const advice = "0.1.1 may not break users' programs. Undo these changes, or release 0.2.0.";
  expect(await releases("0.1.1", less)).toMatchObject({ state: "refused", reasons: [change, advice] });
  expect(existsSync(join(folder, "dist"))).toBe(false);
  expect(await releases("0.1.1", full, true)).toMatchObject({ state: "checked" });
  expect(readFileSync(join(folder, "dist/release-notes.md"), "utf8")).toContain("nothing breaks users' programs.");
  const { said, ...tagged } = await releases("0.2.0", less);
  expect(tagged).toEqual({ state: "tagged", tag: "v0.2.0" });
  expect(said).toContain(change);
  const notes = readFileSync(join(folder, "dist/release-notes.md"), "utf8");
  expect(notes).toContain(`- Less.\n\n${upgrade}\n\n### Compatibility`);
  expect(notes).toContain(`Compared with 0.1.0, the following breaks users' programs.\n\n- ${change}\n`);
});

test("from 1.0.0, only a major version may break programs", async () => {
  keeps("1.0.0", full);
  write("CHANGELOG.md", changelog.replace("[1.0.0]", "[1.1.0]"));
  expect(await releases("1.1.0", less)).toMatchObject({ state: "refused" });
  write("CHANGELOG.md", changelog.replace("[1.0.0]", "[2.0.0]"));
  expect(await releases("2.0.0", less)).toMatchObject({ state: "tagged" });
});

test("every fault that needs no build is named at once", async () => {
  keeps("0.2.0", full);
  await releases("0.2.0", full);
  write("CHANGELOG.md", "");
  expect(await tries(full)).toMatchObject({
    state: "refused",
    reasons: [
      "Not all changes are committed.",
      "package.json has 0.2.0, but 0.2.0 is released. Run `npm version --no-git-tag-version <version>`.",
      "CHANGELOG.md has no text under `## [0.2.0]`.",
    ],
  });
});

test("an upgrade section without text is refused", async () => {
  write("CHANGELOG.md", "## [0.1.0]\n\n### Upgrade\n\n### Known limits\n\n- Some.\n");
  const reasons = ["CHANGELOG.md doesn't say under `### Upgrade` how to upgrade to 0.1.0."];
  expect(await releases("0.1.0", full)).toMatchObject({ state: "refused", reasons });
});

test("a release whose speed wasn't measured is refused, but can be rehearsed", async () => {
  write("docs/measurements/releases.md", "| 0.1.1 | |\n");
  expect(await releases("0.1.0", full, true)).toMatchObject({ state: "checked" });
  const command = "`npm run bench:compare -- --against release --write`";
  const reasons = [`docs/measurements/releases.md has no line for 0.1.0. Run ${command} on a quiet machine.`];
  expect(await releases("0.1.0", full)).toMatchObject({ state: "refused", reasons });
});

test("a release isn't compared with an older one than the last", async () => {
  await releases("0.1.0", full);
  const reasons = ["test/last-release doesn't have 0.1.0. Run `npm run keep-release -- v0.1.0`."];
  expect(await releases("0.2.0", full)).toMatchObject({ state: "refused", reasons });
});

test("a version that isn't three numbers is refused", async () => {
  await expect(releases("0.2.0-rc.1", full)).rejects.toThrow("package.json");
});
