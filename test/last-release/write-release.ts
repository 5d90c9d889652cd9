import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";
import { version } from "../release/version.ts";
import { bundleRelease } from "./bundle-release.ts";
import { keepRelease, keptFolder } from "./kept-release.ts";

// `npm run keep-release [-- <commit>]` keeps a release: its functions, for the next version to run beside, and its
// surface, for `npm run release` to compare with. It uses the installed dependencies, which should be the commit's.

const repository = fileURLToPath(new URL("../../", import.meta.url));
const [, , given = "HEAD"] = process.argv;
const commit = execFileSync("git", ["rev-parse", "--short=10", `${given}^{commit}`], { encoding: "utf8" }).trim();
const folder = mkdtempSync(join(tmpdir(), "release-"));
try {
  const archive = execFileSync("git", ["archive", commit], { cwd: repository, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(keptFolder, "functions.mjs.br"), brotliCompressSync(await bundleRelease(folder)));
  const own = parseJson(z.object({ version }), readFileSync(join(folder, "package.json"), "utf8"), "package.json");
  const surface = execFileSync(process.execPath, ["test/release/current-surface.ts"], {
    ...{ cwd: folder, encoding: "utf8", maxBuffer: 1 << 30 },
  });
  keepRelease(keptFolder, { commit, version: own.version, surface });
} finally {
  rmSync(folder, { recursive: true });
}
