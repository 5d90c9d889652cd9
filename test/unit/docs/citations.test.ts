import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hazards } from "../../hazards/hazards.ts";
import { anchorsOf, brokenCitations, type Library } from "./citations.ts";

const repository = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, repository), "utf8");
const numbers = new Set(hazards.map(({ number }) => number));
const decisions = new Set(readdirSync(new URL("docs/adr", repository)).map((name) => name.slice(0, 4)));
const pages = new Map<string, ReadonlySet<string>>();

const library: Library = {
  has: (path) => existsSync(new URL(path, repository)),
  anchors(path) {
    const anchors = pages.get(path) ?? anchorsOf(read(path));
    pages.set(path, anchors);
    return anchors;
  },
  hasDecision: (number) => decisions.has(number),
  hasHazard: (number) => numbers.has(number),
};

/** Everything that people write: sources, tests, pages, and top-level files. */
function written(): string[] {
  const isWritten = (name: string) => /\.(?:ts|tsx|js|cjs|mjs|md|css|html)$/.test(name);
  const folders = ["docs", "functions", "infra", "shared", "test"].flatMap((folder) =>
    readdirSync(new URL(folder, repository), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(repository), ...folders].filter(isWritten);
}

it("every citation in sources, tests and pages leads somewhere in this repository", () => {
  const files = written();
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => brokenCitations(file, read(file), library))).toEqual([]);
});

it("every source file that a page names exists", () => {
  const named = /`((?:shared|functions|infra|test)\/[\w./-]+\.tsx?)`/g;
  const gone = written()
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => [...read(file).matchAll(named)].map(([, path = ""]) => `${file}: ${path}`))
    .filter((line) => !library.has(line.slice(line.indexOf(" ") + 1)));
  expect(gone).toEqual([]);
});

it("every file that CONTRIBUTING.md lists under a folder exists there", () => {
  const [, section = ""] = read("CONTRIBUTING.md").split("### Which file to open");
  const rows = [...section.matchAll(/^\| `([\w/-]+)` \| (.*) \|$/gm)];
  const listed = rows.flatMap(([, folder = "", files = ""]) =>
    [...files.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = ""]) =>
      file.startsWith("infra/") ? file : `${folder}/${file}`,
    ),
  );
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter((path) => !library.has(path))).toEqual([]);
});

it("every method that a page names is in the file that the page names with it", () => {
  const named = /`(\w+)\.(\w+)` (?:from|in|of)\s+`((?:shared|functions|infra|test)\/[\w./-]+\.tsx?)`/g;
  const methods = written()
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => [...read(file).matchAll(named)].map(([, , method = "", path = ""]) => ({ file, method, path })));
  expect(methods.length).toBeGreaterThan(1);
  const gone = methods.filter(({ method, path }) => !new RegExp(`\\b${method}\\b.*\\(`).test(read(path)));
  expect(gone).toEqual([]);
});

// The wrong ones are assembled from parts, because the test above also reads this file.
const nothing = "nothing";
const unknown = 9999;
const [letter, folder, page, section, entry] = ["P", "design", "architecture", "§", "issue"];
it.each([
  ["a page that isn't there", `// docs/${nothing}.md`],
  ["an anchor that the page doesn't have", `/** docs/partner-api.md#${nothing} */`],
  ["a decision that was never written, by file", `// docs/adr/${unknown}`],
  ["a decision that was never written, by number", `// ADR ${unknown}`],
  ["a hazard that isn't listed", `/** hazard ${unknown} */`],
  ["the second of several hazards", `it("hazards 10 and ${unknown}: …")`],
  ["a hazard whose number stands on the comment's next line", `/** … (hazard\n * ${unknown}) */`],
  ["a line of a contract file", `// absent values (${letter}:98)`],
  ["a paper beside the repository", `// ${folder}/ingest`],
  ["a rule by number", `// ${page} rule 6`],
  ["a section of a page", `// ${page} ${section}1`],
  ["an entry of somebody's list", `// as ${entry} 5 asks`],
  ["a section of a paper without a name", `// as ${section}4 says`],
])("finds %s", (_, text) => {
  expect(brokenCitations("shared/a.ts", text, library)).toHaveLength(1);
});

it.each([
  ["to a page that isn't there", `[x](${nothing}.md)`],
  ["to an anchor that the page itself doesn't have", `[x](#${nothing})`],
  ["to an anchor that another page doesn't have", `[x](events.md#${nothing})`],
])("finds a link %s", (_, text) => {
  expect(brokenCitations("docs/partner-guide.md", text, library)).toHaveLength(1);
});

it("names file and line", () => {
  const text = `// hazard 1\n\n// docs/partner-api.md#${nothing}\n`;
  expect(brokenCitations("shared/a.ts", text, library)).toEqual([`shared/a.ts:3: docs/partner-api.md#${nothing}`]);
});

it("accepts existing targets: pages, anchors, headings, decisions, hazards, sections of an RFC, links to other hosts", () => {
  const text = `docs/partner-api.md#cursor-expiry docs/adr/0001, ADR 2, hazards 35 to 41, RFC 6749 §5.1
[x](https://example.com/a#b) [y](../README.md#two-commands) [z](adr) [rules](architecture.md#rules-that-hold-everywhere)`;
  expect(brokenCitations("docs/partner-guide.md", text, library)).toEqual([]);
});

it("makes a heading's anchor as GitHub does, and none from a shell comment", () => {
  const page = "# Why `x` doesn't\n\n## Look\n\n## Look\n\n```sh\n# no heading\n```\n";
  expect(anchorsOf(page)).toEqual(new Set(["why-x-doesnt", "look", "look-1"]));
});
