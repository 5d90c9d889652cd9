import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";

// Bundled into the package's lib/ folder with its programs.

export function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}

/** Names are those in infra/packages/build.ts. */
export function programOf(name: string): readonly string[] {
  // Node 22 warns about its SQLite, whose interface was tested with this version.
  return ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL(`./${name}.js`, import.meta.url))];
}
