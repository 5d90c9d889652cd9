import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";
import { type Surface, surface } from "../release/surface.ts";
import { version } from "../release/version.ts";

/** `version` is absent until a release is kept: then the functions are those of a commit before the first release. */
const kept = z.object({ commit: z.string(), version: version.exactOptional() });

export const keptFolder = fileURLToPath(new URL(".", import.meta.url));

/** The commit whose functions are kept. */
export const lastReleaseCommit = (): string =>
  parseJson(kept, readFileSync(join(keptFolder, "release.json"), "utf8"), "release.json").commit;

/** The version and the surface of the last release, as `npm run keep-release` saved them. */
export function keptRelease(folder: string): { readonly version: string; readonly surface: Surface } | undefined {
  const { version: number } = parseJson(kept, readFileSync(join(folder, "release.json"), "utf8"), "release.json");
  if (number === undefined) return undefined;
  const text = brotliDecompressSync(readFileSync(join(folder, "surface.json.br"))).toString("utf8");
  return { version: number, surface: surface.parse(JSON.parse(text)) };
}

export function keepRelease(folder: string, { commit, version: number, surface: saved }: Kept): void {
  writeFileSync(join(folder, "release.json"), `{ "commit": "${commit}", "version": "${number}" }\n`);
  writeFileSync(join(folder, "surface.json.br"), brotliCompressSync(saved));
}
type Kept = { readonly commit: string; readonly version: string; readonly surface: string };
