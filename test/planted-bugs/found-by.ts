import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const path = fileURLToPath(new URL("found-by.json", import.meta.url));
const findings = z.record(z.string(), z.object({ seed: z.int().optional(), what: z.string() }));

/** What found each planted bug when the page was last written, by the bug's name. */
export type FoundBy = z.infer<typeof findings>;

export function readFoundBy(): FoundBy {
  return findings.parse(JSON.parse(readFileSync(path, "utf8")));
}

export function writeFoundBy(found: FoundBy): void {
  writeFileSync(path, `${JSON.stringify(found, undefined, 2)}\n`);
}
