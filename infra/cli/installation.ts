import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";

/** In the package `feedhook`, infra/packages/in-package/installation.ts stands in for this file. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}

/** What comes behind `node` to run one of the host's programs. */
export function programOf(name: "start"): readonly string[] {
  return [fileURLToPath(new URL(`../node/${name}.ts`, import.meta.url))];
}
