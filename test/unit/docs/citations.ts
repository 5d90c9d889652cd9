/** What can be cited. Every lookup is undefined or false if the repository has nothing with that name. */
export type Library = {
  /** Whether a file or folder exists at the path, which is relative to the repository. */
  has(path: string): boolean;
  /** The anchors of a Markdown page that exists. */
  anchors(path: string): ReadonlySet<string>;
  /** Whether docs/adr has a decision of this number, in four digits. */
  hasDecision(number: string): boolean;
  hasHazard(number: number): boolean;
};

type Cited = { readonly at: number; readonly cited: string; readonly stands: boolean };

/** Every citation of a file that leads nowhere, as `file:line: what is cited`. */
export function brokenCitations(file: string, text: string, library: Library): string[] {
  const cited = [
    ...pagesIn(text, library),
    ...decisionsIn(text, library),
    ...hazardsIn(text, library),
    ...foreignIn(text),
    ...(file.endsWith(".md") ? linksIn(file, text, library) : []),
  ];
  return cited
    .filter(({ stands }) => !stands)
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, cited: name }) => `${file}:${text.slice(0, at).split("\n").length}: ${name}`);
}

/** Explicit `<a id>`s, and the headings' own anchors as GitHub makes them: a repeated heading's second one ends in `-1`. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set([...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id));
  const times = new Map<string, number>();
  for (const [, heading = ""] of withoutBlocks(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .replaceAll(/<[^>]*>|\]\([^)]*\)/g, "")
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/** `docs/events.md`, `docs/partner-api.md#cursor-expiry`, in any file. */
function pagesIn(text: string, library: Library): Cited[] {
  return [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(
    ({ 0: cited, 1: path = "", 2: anchor, index }) => ({
      at: index,
      cited,
      stands: library.has(path) && (anchor === undefined || library.anchors(path).has(anchor)),
    }),
  );
}

/** `docs/adr/0002` with or without the rest of its name, and `ADR 2`. */
function decisionsIn(text: string, library: Library): Cited[] {
  return [...text.matchAll(/\bdocs\/adr\/(\d+)|\bADRs?[\s-]+(\d+)/g)].map(
    ({ 0: cited, 1: long, 2: short = "", index }) => ({
      at: index,
      cited,
      stands: library.hasDecision(long ?? short.padStart(4, "0")),
    }),
  );
}

/** A number may stand at the beginning of a comment's next line, and several in a row: "hazards 10 and 12", "35 to 41". */
function hazardsIn(text: string, library: Library): Cited[] {
  const space = String.raw`(?:\s|\n\s*(?:\*|//))+`;
  const some = new RegExp(String.raw`\bhazards?${space}(\d+(?:(?:,| and| to|, and)${space}\d+)*)`, "gi");
  return [...text.matchAll(some)].flatMap(({ 1: numbers = "", index }) =>
    (numbers.match(/\d+/g) ?? []).map((number) => ({
      at: index,
      cited: `hazard ${number}`,
      stands: library.hasHazard(Number(number)),
    })),
  );
}

/** Papers and notes outside the repository: their lines and sections are useless to its readers. An RFC is public. */
function foreignIn(text: string): Cited[] {
  const foreign = [
    /\b[PR]:\d+/g,
    /\b(?:design|research)\/\w+/g,
    /\barchitecture(?:\.md)?,? rules? \d+/gi,
    /\bissues? #?\d+/gi,
    /(?<!\bRFC \d{3,5},? )§ ?\d+/g,
  ];
  return foreign.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: cited, index }) => ({ at: index, cited, stands: false })),
  );
}

/** Links of a page to files and anchors of the repository, relative to the page. */
function linksIn(file: string, text: string, library: Library): Cited[] {
  return [...withoutBlocks(text).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ({ 1: path = "", 2: anchor, index }) => {
      const target = path === "" ? file : joined(file, path);
      const cited = anchor === undefined ? target : `${target}#${anchor}`;
      const isThere = library.has(target);
      return { at: index, cited, stands: isThere && (anchor === undefined || library.anchors(target).has(anchor)) };
    },
  );
}

function joined(file: string, path: string): string {
  return new URL(path, `file:///${file}`).pathname.slice(1).replace(/\/$/, "");
}

/** The page with its code blocks blanked, at the same positions: a shell comment is no heading. */
function withoutBlocks(page: string): string {
  return page.replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, " "));
}
