import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";

// Bundled into lib/ of the package: its programs are beside it.

export function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}

/** Names as in infra/packages/build.ts. */
export function programOf(name: string): readonly string[] {
  // Node 22 warns of its SQLite, whose interface this version was tried with.
  return ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL(`./${name}.js`, import.meta.url))];
}
