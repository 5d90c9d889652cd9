import { posix } from "node:path";
import { defineConfig } from "vitepress";
import * as z from "zod";

const page = (text: string, link: string) => ({ text, link });

const isTag = /^\s*<(?:\/?a\b|br\b|!--)/;

type Part = { type: string; tag: string; attrs: [string, string][] | null; attrGet(name: string): string | null };

/** Turns links that lead outside the site into plain text. */
function unlink(parts: readonly Part[], from: string): void {
  let isOut = false;
  for (const part of parts) {
    if (part.type === "link_open") isOut = leadsOut(part.attrGet("href") ?? "", from);
    if (!isOut || !part.type.startsWith("link_")) continue;
    part.tag = "span";
    part.attrs = null;
  }
}

function leadsOut(href: string, from: string): boolean {
  if (/^(\w+:|#|\/)/.test(href)) return false;
  const path = posix.join(posix.dirname(from), href.replace(/#.*/, ""));
  return path.startsWith("../") || !path.endsWith(".md");
}

/**
 * Ranks the pages that users need above those about how Feedhook is built, which repeat the users' words most often. The
 * page gets this function and the next one as text, so they use nothing outside themselves.
 */
function boostDocument(id: string): number {
  if (/^\/(partner-guide|tutorial|receivers)/.test(id)) return 4;
  if (/^\/(operator-guide|single-node|deploy|packages)/.test(id)) return 3;
  if (/^\/(measurements|adr|contributing|proof|hazards|architecture|partner-api)/.test(id)) return 0.5;
  return /^\/(cli|portal)/.test(id) ? 2 : 1;
}

/** Adds the docs' words for what users call otherwise. */
function processTerm(term: string): string[] {
  const word = term.toLowerCase();
  const ours: { readonly [theirs: string]: readonly string[] } = {
    dedupe: ["duplicates", "twice"],
    deduplicate: ["duplicates", "twice"],
    idempotent: ["duplicates", "twice"],
    ordering: ["order"],
    gdpr: ["erasure"],
    missed: ["appear", "undelivered"],
    arriving: ["arrived", "deliveries"],
  };
  return [word, ...(ours[word] ?? [])];
}

/** The site of docs/: `npm run docs` serves it, and `npm run docs:build` writes it to dist/docs. */
export default defineConfig({
  title: "Feedhook",
  description: "Turns a partner platform that can only be polled into one that pushes.",
  lang: "en",
  outDir: "../dist/docs",
  cacheDir: "../node_modules/.cache/vitepress",
  cleanUrls: true,
  lastUpdated: false,
  // The limit allows Mermaid's script, which only pages with diagrams load.
  vite: { build: { chunkSizeWarningLimit: 3_000 } },
  rewrites: { "receivers/README.md": "receivers/index.md" },
  markdown: {
    config: (md) => {
      // Vue would treat placeholders such as `<stage>` as tags, so only anchors, line breaks and comments are kept.
      const { html_inline: inline, html_block: block } = md.renderer.rules;
      const escaped =
        (given: typeof inline): typeof inline =>
        (tokens, position, ...rest) => {
          const text = tokens[position]?.content ?? "";
          return isTag.test(text) ? (given?.(tokens, position, ...rest) ?? text) : md.utils.escapeHtml(text);
        };
      md.renderer.rules.html_inline = escaped(inline);
      md.renderer.rules.html_block = escaped(block);
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, position, ...rest) => {
        const token = tokens[position];
        if (token?.info !== "mermaid") return fence?.(tokens, position, ...rest) ?? "";
        return `<Diagram source="${md.utils.escapeHtml(token.content)}" />`;
      };
      // Links to sources lead outside the site, so only their text stays. A test resolves them in the repository.
      md.core.ruler.push("links_to_sources", ({ tokens, env }) => {
        const { relativePath } = z.object({ relativePath: z.string() }).parse(env);
        for (const { children } of tokens) unlink(children ?? [], relativePath);
      });
    },
  },
  themeConfig: {
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument, processTerm } } } },
    outline: [2, 3],
    sidebar: [
      { text: "Tutorial", items: [page("Your first webhook, in ten minutes", "/tutorial")] },
      {
        text: "How to …",
        items: [
          page("receive webhooks", "/receivers/"),
          page("subscribe, pull, replay", "/partner-guide"),
          page("run a bridge for partners", "/operator-guide"),
          page("run it on one machine", "/single-node"),
          page("deploy it to AWS", "/deploy"),
          page("act on an alarm", "/runbook"),
          page("use the packages", "/packages"),
          page("use the portal", "/portal"),
          page("try it on the sandbox", "/sandbox"),
        ],
      },
      {
        text: "Reference",
        items: [
          page("Events", "/events"),
          page("The feedhook command", "/cli"),
          page("Feeds, and what can go wrong with them", "/feeds"),
          page("How a request budget is shared", "/scheduling"),
          page("Security", "/security"),
          page("Glossary", "/glossary"),
        ],
      },
      {
        text: "How Feedhook is built",
        collapsed: true,
        items: [
          page("Architecture", "/architecture"),
          page("What the polled API promises", "/partner-api"),
          page("Hazards and their tests", "/hazards"),
          page("How it is proven", "/proof"),
          page("How to add a record resource", "/contributing/add-a-record-resource"),
          page("How to add an event type", "/contributing/add-an-event-type"),
          page("How to add a filter operator", "/contributing/add-a-filter-operator"),
          page("How to add a delivery option", "/contributing/add-a-delivery-option"),
          page("How to add a destination", "/contributing/add-a-destination"),
          page("How to add a metric with its alarm", "/contributing/add-a-metric"),
          page("How to add an index", "/contributing/add-an-index"),
          page("How to add an engine", "/contributing/add-an-engine"),
          page("Benchmarks", "/measurements/benchmarks"),
          page("Speed of each release", "/measurements/releases"),
          page("A soak", "/measurements/soak"),
          page("Planted bugs", "/measurements/planted-bugs"),
          page("Mutants", "/measurements/mutants"),
          page("Slips", "/measurements/slips"),
          page("Conformance of the sandbox", "/measurements/conformance"),
          page("Decision 1: the mirror's stream", "/adr/0001-mirror-stream-is-the-only-source-of-events"),
          page("Decision 2: one table port", "/adr/0002-one-table-port-for-two-engines"),
          page("Decision 3: the tree", "/adr/0003-tree-is-the-pipeline"),
          page("Decision 4: keys", "/adr/0004-table-keys-without-hot-partitions"),
          page("Decision 5: journal entries", "/adr/0005-journal-entry-is-content-and-occurrence"),
          page("Decision 6: snapshots", "/adr/0006-a-snapshot-reads-every-page"),
          page("Decision 7: shared work on one machine", "/adr/0007-one-machine-shares-work-between-batches"),
          page("Decision 8: polling on the mirror", "/adr/0008-polling-is-built-on-the-mirror"),
        ],
      },
    ],
  },
});
