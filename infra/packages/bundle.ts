import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const infra = `${repository}infra/`;

/** undici and SQLite need at least this version. */
export const oldestNode = "22.19.0";

/** These files use paths of the repository, so the package contains others in their place. */
const standIns: ReadonlyMap<string, string> = new Map([
  ["cli/installation.ts", "installation.ts"],
  ["aws/constructs/function-code.ts", "function-code.ts"],
  ["portal/build-portal.ts", "build-portal.ts"],
  ["node/background/background-program.ts", "background-program.ts"],
]);

const inPackage: Plugin = {
  name: "in-package",
  setup: (bundling) => {
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const standIn = path.startsWith(infra) ? standIns.get(path.slice(infra.length)) : undefined;
      if (standIn === undefined) return undefined;
      return { contents: `export * from "../packages/in-package/${standIn}";`.replace("../", up(path)), loader: "ts" };
    });
  },
};

/** `../` for each folder between infra/ and the file. */
function up(path: string): string {
  return "../".repeat(path.slice(infra.length).split("/").length - 1);
}

/**
 * For everything except functions. Shared code goes into chunks. Not minified, because Node prints the line that throws.
 */
const readable = {
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  target: `node${oldestNode}`,
  legalComments: "none",
  logLevel: "warning",
} as const;

/** Bundled CommonJS code calls `require`, which an ES module lacks. */
const banner = { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" };

type Entries = { readonly [name: string]: string };
const pathsOf = (entries: Entries) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `${repository}${file}`]));

type Inputs = readonly string[];

async function bundled(options: BuildOptions): Promise<Inputs> {
  const { metafile } = await build({ ...options, metafile: true });
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}

/** Bundles modules for any runtime. */
export async function bundleModules(entries: Entries, outdir: string, external: readonly string[]): Promise<Inputs> {
  return bundled({ ...readable, target: "es2022", entryPoints: pathsOf(entries), outdir, external: [...external] });
}

/** Bundles programs and modules that need Node and may use file paths. */
export async function bundlePrograms(entries: Entries, outdir: string, external: readonly string[]): Promise<Inputs> {
  return bundled({
    ...readable,
    entryPoints: pathsOf(entries),
    outdir,
    platform: "node",
    mainFields: ["module", "main"],
    external: [...external],
    plugins: [inPackage],
    inject: [`${infra}packages/in-package/disposable-stack.ts`],
    banner,
  });
}

/**
 * Bundles functions as the CDK app of the repository does (infra/aws/constructs/function-code.ts). One build bundles
 * all of them, because they share most sources, which esbuild then reads once.
 */
export async function bundleFunctions(names: readonly string[], outdir: string): Promise<Inputs> {
  return bundled({
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, `${repository}functions/${name}.ts`])),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    minify: true,
    keepNames: true,
    mainFields: ["module", "main"],
    sourcemap: true,
    sourcesContent: false,
    banner,
    logLevel: "warning",
  });
}
