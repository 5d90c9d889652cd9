/** Names of the files that a page loads. */
export type PageFiles = {
  readonly style: string;
  /** The script that calls the API early. It runs as soon as it is loaded. */
  readonly first: string;
  /** The application. It takes over the first view, so it runs once the page is complete. */
  readonly main: string;
  /** The scripts' imports, which are loaded at the same time. */
  readonly imported: readonly string[];
};

/** The document of a page with its first view, which the application takes over. */
export function pageHtml(firstView: string, { style, first, main, imported }: PageFiles): string {
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
