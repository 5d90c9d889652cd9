import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import type { PortalAsset, PortalAssets } from "../../shared/api/portal/portal-assets.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));

/**
 * Bundles the portal in memory: one script and one style sheet, each under a name that holds its hash, and the page that
 * names them. Throws what esbuild throws where a source can't be built.
 */
export async function buildPortal(): Promise<PortalAssets> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}app/main.tsx`],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "silent",
  });
  const contents = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.contents;
  const script = asset("portal", "js", "text/javascript; charset=utf-8", contents(".js"));
  const style = asset("portal", "css", "text/css; charset=utf-8", contents(".css"));
  return { page: page(script.name, style.name), files: [script, style] };
}

function asset(name: string, extension: string, type: string, contents: Uint8Array | undefined): PortalAsset {
  if (contents === undefined) throw new Error(`the portal's bundle has no .${extension} file`);
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 16);
  return {
    name: `${name}-${hash}.${extension}`,
    type,
    body: Buffer.from(contents).toString("base64"),
    brotli: brotliCompressSync(contents).toString("base64"),
  };
}

function page(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Feedhook</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal/assets/${style}">
<script type="module" src="/portal/assets/${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The portal needs JavaScript. Everything it shows is in the API: <a href="/v1/openapi.json">its description</a>.</p></noscript>
</body>
</html>
`;
}
