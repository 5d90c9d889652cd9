import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import * as z from "zod";
import type { PlantedBug } from "./planted-bug.ts";

const path = fileURLToPath(new URL("found-by.json", import.meta.url));
const repository = new URL("../../", import.meta.url);
const findings = z.record(
  z.string(),
  z.object({
    seed: z.int().optional(),
    what: z.string(),
    /** The digest of the bug and of its files when it was last found. */
    digest: z.string().optional(),
  }),
);

/** What found each planted bug when the page was last written, by the bug's name. */
export type FoundBy = z.infer<typeof findings>;

export function readFoundBy(): FoundBy {
  return findings.parse(JSON.parse(readFileSync(path, "utf8")));
}

export function writeFoundBy(found: FoundBy): void {
  writeFileSync(path, `${JSON.stringify(found, undefined, 2)}\n`);
}

/** Changes with the bug, and with the code, but not the comments, of its file and of the test that finds it. */
export function digestOf(bug: PlantedBug): string {
  const digest = createHash("sha256").update(JSON.stringify(bug));
  for (const file of [bug.file, bug.test]) if (file !== undefined) digest.update(codeOf(file));
  return digest.digest("hex").slice(0, 8);
}

function codeOf(file: string): string {
  const source = readFileSync(new URL(file, repository), "utf8");
  return transformSync(source, { loader: file.endsWith("x") ? "tsx" : "ts", minifyWhitespace: true }).code;
}
