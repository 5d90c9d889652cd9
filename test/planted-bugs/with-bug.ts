import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { hazards } from "../hazards/hazards.ts";
import { plantedBugs } from "./planted-bugs.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The file of a bug, and its text with the bug. Without the answer to a hazard, the bug's name is `hazard 7`.
 *
 * @throws Error if the bug is unknown or its code doesn't occur exactly once
 */
export function textWithBug(name: string): { readonly path: string; readonly text: string } {
  const unanswered = hazards.map((hazard) => ({ ...hazard, name: `hazard ${hazard.number}` }));
  const bug = [...plantedBugs, ...unanswered].find((each) => each.name === name);
  if (bug === undefined) throw new Error(`there is no planted bug "${name}"`);
  const path = `${repository}${bug.file}`;
  const parts = readFileSync(path, "utf8").split(bug.code);
  if (parts.length !== 2) throw new Error(`"${name}": its code occurs ${parts.length - 1} times in ${bug.file}`);
  return { path, text: parts.join(bug.instead) };
}

/** Plants a bug while vitest loads the sources. */
export function withBug(name: string): Plugin {
  const { path, text } = textWithBug(name);
  return {
    // The cache of loaded modules knows plugins only by name: with one name for all, each bug would see another's
    // files.
    name: `with the bug: ${name}`,
    enforce: "pre",
    load: (id) => (id.split("?")[0] === path ? text : undefined),
  };
}
