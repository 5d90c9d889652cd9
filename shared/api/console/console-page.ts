import { html, raw } from "hono/html";
import { consoleScript } from "./console-script.ts";
import { consoleStyle } from "./console-style.ts";

/** The page at `/`: sections that the script fills, and words for who has no script or no key. */
export function consolePage() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Feedhook</title>
<link rel="icon" href="data:,">
<style>${raw(consoleStyle)}</style>
</head>
<body>
<header>
<h1>Feedhook</h1>
<p id="state" role="status"></p>
<button id="leave" type="button" hidden>Forget the key</button>
</header>
<main id="ask" hidden>
<section aria-labelledby="ask-title">
<h2 id="ask-title">An API key, please</h2>
<form id="form">
<label>API key <input id="key" type="password" autocomplete="off" spellcheck="false" required></label>
<button class="main" type="submit">Open the console</button>
</form>
<p class="soft">The key stands in the file that the bridge names when it starts. It stays in this browser tab and is forgotten with it.</p>
</section>
</main>
<noscript><main><section><p>This page needs JavaScript. Everything it shows is in the API: <a href="/v1/openapi.json">its description</a>.</p></section></main></noscript>
<main id="board" hidden>
<section aria-labelledby="attention-title"><h2 id="attention-title">Needs attention</h2><div id="attention"></div></section>
<section aria-labelledby="instances-title"><h2 id="instances-title">Instances</h2><div id="instances"></div></section>
<section aria-labelledby="events-title"><h2 id="events-title">Last events</h2><div id="events"></div></section>
<section aria-labelledby="deliveries-title"><h2 id="deliveries-title">Last deliveries</h2><div id="counts"></div><div id="deliveries"></div></section>
<section class="half" aria-labelledby="subscriptions-title"><h2 id="subscriptions-title">Subscriptions</h2><div id="subscriptions"></div></section>
<section class="half" aria-labelledby="queues-title"><h2 id="queues-title">Queues</h2><div id="queues"></div></section>
</main>
<script>${raw(consoleScript)}</script>
</body>
</html>`;
}
