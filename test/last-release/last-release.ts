import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { CodeVersion } from "../simulation/bridge/code-version.ts";

/** Unpacked below `node_modules`, where test runners leave modules unchanged. */
const folder = fileURLToPath(new URL("../../node_modules/.cache/last-release/", import.meta.url));

let loaded: Promise<CodeVersion> | undefined;

/** The last release's functions, as `npm run keep-release` packed them. */
export function lastRelease(): Promise<CodeVersion> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<CodeVersion> {
  const packed = readFileSync(new URL("functions.mjs.br", import.meta.url));
  const file = `${folder}${createHash("sha256").update(packed).digest("hex").slice(0, 16)}.mjs`;
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    // Several processes may unpack it at once, and none of them may load half of it.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, brotliDecompressSync(packed));
    renameSync(own, file);
  }
  const { code }: { readonly code: CodeVersion } = await import(file);
  return code;
}
