import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";

// This module is bundled into the programs in the package's lib/ folder, or into a chunk in lib/chunks/.
const lib = new URL("./", import.meta.url.replace(/\/chunks\/([^/]+)$/, "/$1"));

export function version(): string {
  const text = readFileSync(new URL("../package.json", lib), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}

/** infra/packages/build.ts lists the names. */
export function programOf(name: string): readonly string[] {
  // Node 22 warns that its SQLite is experimental. The bridge was tested with this version.
  return ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL(`./${name}.js`, lib))];
}
