import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, type Environment } from "../profiles/chosen-bridge.ts";
import type { CommandTree } from "./command-tree.ts";

const pathIn = (environment: Environment): string => join(cacheFolder(environment), "commands.json");

/** Changes with each installation, because npm creates a new folder. */
function installation(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  return `${folder} ${statSync(folder).mtimeMs}`;
}

/** Undefined if this installation has stored no tree. */
export function keptTree(environment: Environment): CommandTree | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(pathIn(environment), "utf8"));
    return isKept(kept) && kept.of === installation() ? kept.tree : undefined;
  } catch {
    return undefined;
  }
}

type Kept = { readonly of: string; readonly tree: CommandTree };

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  return "of" in value && typeof value.of === "string" && "tree" in value && isTree(value.tree);
}

/** Doesn't use zod, because loading zod takes half of the time that a completion may take. */
function isTree(value: unknown): value is CommandTree {
  if (typeof value !== "object" || value === null) return false;
  if (!("commands" in value && typeof value.commands === "object" && value.commands !== null)) return false;
  if (!("options" in value && Array.isArray(value.options) && value.options.every(isOption))) return false;
  if (!("places" in value && Array.isArray(value.places) && value.places.every(isPlace))) return false;
  return "repeats" in value && Object.values(value.commands).every(isTree);
}

function isOption(value: unknown): boolean {
  return isPlace(value) && "name" in value && typeof value.name === "string" && "takes" in value;
}

function isPlace(value: unknown): value is object {
  return typeof value === "object" && value !== null && (!("values" in value) || Array.isArray(value.values));
}

/** Building the tree loads every command, so the tree is stored for later completions. */
export function keepTree(tree: CommandTree, environment: Environment): void {
  const path = pathIn(environment);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}.new`;
    writeFileSync(fresh, JSON.stringify({ of: installation(), tree } satisfies Kept), { mode: 0o600 });
    renameSync(fresh, path);
  } catch {
    // Without a stored tree, completions are only slower.
  }
}
