import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";
import { hasRelease } from "../bench/compare/releases-page.ts";
import { keptRelease } from "../last-release/kept-release.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { hasUpgrade, sectionOf } from "./changelog.ts";
import type { Surface } from "./surface.ts";
import { compareVersions, nextBreaking, version as versionSchema } from "./version.ts";

type Parts = {
  /** The folder of the repository. */
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
  /** The surface of the code in the repository. */
  readonly surface: () => Promise<Surface>;
  /** Builds everything that a release consists of into a folder. */
  readonly build: (dist: string) => Promise<void>;
};

type Outcome =
  | { readonly state: "refused"; readonly reasons: readonly string[] }
  | { readonly state: "checked" | "tagged"; readonly tag: string };

/**
 * Checks, builds and tags the version in package.json. A dry run does everything except for the tag. Publishes and
 * pushes nothing.
 */
export async function release({ folder, isDryRun, say, surface, build }: Parts): Promise<Outcome> {
  const git = (...argv: readonly string[]) => execFileSync("git", argv, { cwd: folder, encoding: "utf8" }).trim();
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const { version } = parseJson(z.object({ version: versionSchema }), read("package.json"), "package.json");
  const last = keptRelease(join(folder, "test/last-release"));
  const section = sectionOf(read("CHANGELOG.md"), version);
  const reasons = [
    ...(git("status", "--porcelain") === "" ? [] : ["Not all changes are committed."]),
    ...versionFaults(version, last?.version, git("tag", "--list", "v*").split("\n")),
    ...changelogFaults(version, section),
    // The measurement takes hours, and a rehearsal doesn't need it.
    ...(isDryRun ? [] : speedFaults(version, read("docs/measurements/releases.md"))),
  ];
  if (reasons.length > 0) return { state: "refused", reasons };

  say(`Feedhook ${version}`);
  let compatibility = "This is the first release.";
  if (last !== undefined) {
    say(`Comparing the API, the events and the packages' exports with those of ${last.version} …`);
    const breaks = breakingChanges(last.surface, await surface());
    if (breaks.length > 0 && compareVersions(version, nextBreaking(last.version)) < 0) {
      const advice = `${version} may not break users' programs. Undo these changes, or release ${nextBreaking(last.version)}.`;
      return { state: "refused", reasons: [...breaks, advice] };
    }
    compatibility = [
      `Compared with ${last.version}, ${breaks.length === 0 ? "nothing" : "the following"} breaks users' programs.`,
      ...(breaks.length === 0 ? [] : ["", ...breaks.map((one) => `- ${one}`)]),
    ].join("\n");
  }
  say(compatibility);

  say("Building the packages with their SBOMs, and the docs …");
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  await build(dist);
  const notes = `# Feedhook ${version}\n\n${section}\n\n### Compatibility\n\n${compatibility}\n`;
  writeFileSync(join(dist, "release-notes.md"), notes);
  const tag = `v${version}`;
  if (!isDryRun) git("tag", "--annotate", tag, "--message", `Feedhook ${version}`);
  return { state: isDryRun ? "checked" : "tagged", tag };
}

function versionFaults(version: string, kept: string | undefined, tags: readonly string[]): readonly string[] {
  const tagged = tags.map((tag) => tag.replace("v", "")).filter((tag) => versionSchema.safeParse(tag).success);
  const last = [...tagged, ...(kept === undefined ? [] : [kept])].sort(compareVersions).at(-1);
  if (last === undefined) return [];
  if (compareVersions(version, last) <= 0) {
    return [
      `package.json has ${version}, but ${last} is released. Run \`npm version --no-git-tag-version <version>\`.`,
    ];
  }
  // Otherwise, the comparison would miss what changed since the release before.
  return last === kept ? [] : [`test/last-release doesn't have ${last}. Run \`npm run keep-release -- v${last}\`.`];
}

function changelogFaults(version: string, section: string): readonly string[] {
  if (section === "") return [`CHANGELOG.md has no text under \`## [${version}]\`.`];
  return hasUpgrade(section) ? [] : [`CHANGELOG.md doesn't say under \`### Upgrade\` how to upgrade to ${version}.`];
}

function speedFaults(version: string, page: string): readonly string[] {
  if (hasRelease(page, version)) return [];
  const command = "`npm run bench:compare -- --against release --write`";
  return [`docs/measurements/releases.md has no line for ${version}. Run ${command} on a quiet machine.`];
}
