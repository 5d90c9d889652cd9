import { readFileSync } from "node:fs";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";

export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return parseJson(z.object({ version: z.string() }), text, "package.json").version;
}
