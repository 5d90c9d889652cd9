import { globSync } from "node:fs";
import { sep } from "node:path";

/** The paths that match, relative to `cwd`, with slashes on every system. */
export const glob = (pattern: string, cwd = "."): string[] =>
  globSync(pattern, { cwd }).map((path) => path.replaceAll(sep, "/"));
