import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { bundleRelease } from "./bundle-release.ts";

// `npm run keep-release [-- <commit>]` keeps that commit's functions at a release, for the next version to run beside.

const [, , commit = "HEAD"] = process.argv;
const hash = execFileSync("git", ["rev-parse", "--short=10", `${commit}^{commit}`], { encoding: "utf8" }).trim();
const packed = brotliCompressSync(await bundleRelease(hash));
writeFileSync(new URL("functions.mjs.br", import.meta.url), packed);
writeFileSync(new URL("release.json", import.meta.url), `{ "commit": "${hash}" }\n`);
