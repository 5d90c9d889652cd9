import { join } from "node:path";
import { build, type Plugin } from "esbuild";

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

/** The functions of the release in this folder, in one ES module. */
export async function bundleRelease(folder: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "test/simulation/bridge/code-version.ts")],
    absWorkingDir: join(folder, "test/simulation/bridge"),
    ...{ bundle: true, write: false, format: "esm", platform: "node", target: "node24" },
    ...{ minify: true, keepNames: true, mainFields: ["module", "main"], logLevel: "warning" },
    plugins: [unused],
    banner,
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${folder}`);
  return output.contents;
}
