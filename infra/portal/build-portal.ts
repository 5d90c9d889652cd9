import { basename, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { type BuildOptions, build, type Metafile } from "esbuild";
import * as z from "zod";
import type { PortalAsset, PortalAssets } from "../../shared/api/portal/portal-assets.ts";
import { navItems } from "./app/nav.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));
const programs = { first: "app/first-requests.ts", main: "app/main.tsx" };

/** Bundles the portal in memory. Throws esbuild's error if a source can't be built. */
export async function buildPortal(): Promise<PortalAssets> {
  return (await bundlePortal()).portal;
}

const common = {
  absWorkingDir: folder,
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "silent",
} as const satisfies BuildOptions;

/** `inputs`: the paths of the source files. */
export async function bundlePortal(): Promise<{ readonly portal: PortalAssets; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: Object.values(programs),
    outdir: "assets",
    entryNames: "portal-[name]-[hash]",
    chunkNames: "portal-[name]-[hash]",
    splitting: true,
    minify: true,
    metafile: true,
  });
  const files = pageFilesOf(metafile);
  const firstViews = await renderFirstViews();
  const html = (path: string) => pageHtml(firstViews[path] ?? "", files);
  const pages = navItems.map(({ href }) => ({ href, html: html(href) }));
  const assets = await Promise.all(outputFiles.map(({ path, contents }) => assetOf(basename(path), contents)));
  const inputs = Object.keys(metafile.inputs).map((path) => resolve(folder, path));
  return { portal: { page: html(""), pages, files: assets }, inputs };
}

/** Bundles the first views for Node, which can't load JSX. */
async function renderFirstViews(): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await build({ ...common, entryPoints: ["app/first-view.tsx"] });
  const code = outputFiles.map(({ text }) => encodeURIComponent(text)).join("");
  return z.object({ firstViews: z.record(z.string(), z.string()) }).parse(await import(`data:text/javascript,${code}`))
    .firstViews;
}

/** Leaves out scripts that are imported on demand. */
function pageFilesOf({ outputs }: Metafile) {
  const builtOf = (program: string): string => {
    const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === program) ?? [];
    if (path === undefined) throw new Error(`the portal's bundle lacks ${program}`);
    return path;
  };
  const [first, main] = [builtOf(programs.first), builtOf(programs.main)];
  const importedBy = (path: string): string[] =>
    (outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === "import-statement")
      .flatMap((one) => [one.path, ...importedBy(one.path)]);
  const imported = [...new Set([first, main].flatMap(importedBy))];
  const style = outputs[main]?.cssBundle;
  if (style === undefined) throw new Error("the portal's bundle has no style sheet");
  return {
    style: basename(style),
    // Calls the API early: it runs as soon as it is loaded.
    first: basename(first),
    // The application takes over the first view, so it runs once the page is complete.
    main: basename(main),
    // The page loads all of them at once.
    imported: imported.map((path) => basename(path)),
  };
}

const types: ReadonlyMap<string, string> = new Map([
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
]);

const compressed = promisify(brotliCompress);

/** Compresses in another thread. In this thread, compression would delay all other requests by half a second. */
export async function assetOf(name: string, contents: Uint8Array): Promise<PortalAsset> {
  return {
    name,
    type: types.get(extname(name)) ?? "application/octet-stream",
    body: Buffer.from(contents).toString("base64"),
    brotli: (await compressed(contents)).toString("base64"),
  };
}

function pageHtml(firstView: string, { style, first, main, imported }: ReturnType<typeof pageFilesOf>): string {
  const at = (name: string) => `/portal/assets/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Feedhook</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at(style)}">
<script type="module" async src="${at(first)}"></script>
<script type="module" src="${at(main)}"></script>
${imported.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join("\n")}
</head>
<body>
<div id="app">${firstView}</div>
<noscript><p>The portal requires JavaScript. You can get the same data from the API: see its <a href="/v1/openapi.json">OpenAPI document</a>.</p></noscript>
</body>
</html>
`;
}
