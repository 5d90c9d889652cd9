import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const entry = "test/simulation/bridge/code-version.ts";

/** Clients of AWS and of HTTP, which the simulation's engine replaces. They would be two thirds of the bundle. */
const unused: Plugin = {
  name: "unused",
  setup: (bundling) => {
    const filter = /^(@aws-sdk\/|@smithy\/|undici$|nodemailer)/;
    bundling.onResolve({ filter }, ({ path }) => ({ path, namespace: "unused" }));
    bundling.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** CommonJS inside a bundle requires modules of Node, and an ES module has no require for that. */
const banner = { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" };

/** A commit's functions in one ES module. It is built with the installed dependencies, which should be the commit's. */
export async function bundleRelease(commit: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: repository, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
    // A commit from before the simulation ran two versions gets today's entry into its functions.
    if (!existsSync(join(folder, entry))) {
      copyFileSync(join(repository, entry), join(folder, entry));
    }
    return await bundled(join(folder, entry));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundled(file: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    ...{ bundle: true, write: false, format: "esm", platform: "node", target: "node24" },
    ...{ minify: true, keepNames: true, mainFields: ["module", "main"], logLevel: "warning" },
    plugins: [unused],
    banner,
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${file}`);
  return output.contents;
}
