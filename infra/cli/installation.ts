import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";

/** In the package `feedhook`, infra/packages/in-package/installation.ts replaces this file. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}

const programs = {
  start: "../node/start.ts",
  "data-command": "../node/data-command.ts",
  redrive: "../aws/commands/redrive.ts",
} as const;
export type ProgramName = keyof typeof programs;

/** The arguments of `node` that run the program. */
export function programOf(name: ProgramName): readonly string[] {
  return [fileURLToPath(new URL(programs[name], import.meta.url))];
}
