import { isWithin, navItems, titleOf } from "./app/nav.ts";
import { text } from "./app/text.ts";

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

/**
 * The page for paths below `href`. It contains the frame, the navigation and a heading, so that something is visible as
 * soon as the style sheet is loaded. The application (app/frame.tsx) draws the same and takes over.
 */
export function pageHtml(href: string, { style, first, main, imported }: PageFiles): string {
  const at = (name: string) => `/portal/assets/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.product}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at(style)}">
<script type="module" async src="${at(first)}"></script>
<script type="module" src="${at(main)}"></script>
${imported.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join("\n")}
</head>
<body>
<div id="app">${frame(href)}</div>
<noscript><p>The portal requires JavaScript. You can get the same data from the API: see its <a href="/v1/openapi.json">OpenAPI document</a>.</p></noscript>
</body>
</html>
`;
}

function frame(href: string): string {
  // The key isn't known yet. Only items for everybody and for partners are shown until the API has responded.
  const items = navItems.filter(({ for: audience }) => audience === "everybody" || audience === "partners");
  const item = (one: (typeof navItems)[number]) =>
    `<li><a href="${one.href}"${isWithin(href, one.href) ? ' aria-current="page"' : ""}>${one.title}</a></li>`;
  return [
    '<div class="shell">',
    `<a class="skip" href="#content">${text.skip}</a>`,
    '<header class="side">',
    '<a class="brand" href="/portal">',
    '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">',
    '<path d="M4 3v9a5 5 0 0 0 10 0v-1" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"></path>',
    '<circle cx="14" cy="6" r="2.6" fill="currentColor"></circle>',
    `</svg>${text.product}</a>`,
    `<nav aria-label="${text.pages}"><ul>${items.map(item).join("")}</ul></nav>`,
    '<div class="who"><span>…</span></div>',
    "</header>",
    '<main class="content" id="content" tabindex="-1">',
    `<header class="page-head"><div><h1>${titleOf(href)}</h1></div></header>`,
    `<p class="loading" role="status">${text.loading}…</p>`,
    "</main>",
    "</div>",
  ].join("");
}
