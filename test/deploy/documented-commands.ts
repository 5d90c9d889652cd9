import { readFileSync } from "node:fs";

const documents = ["docs/deploy.md", "docs/runbook.md"] as const;

/** How a command in running text begins: programs, and the functions that the runbook's first lines define. */
const programs: ReadonlySet<string> = new Set([
  ...["aws", "npm", "npx"],
  ...["alarm", "api", "back", "depth", "errors", "figures", "letters", "purge", "redrive", "repair", "version"],
]);

export type DocumentedCommand = { readonly document: string; readonly command: string };

/** Every command that operators are told to run, in the order of the documents, each once per document. */
export function documentedCommands(): readonly DocumentedCommand[] {
  return documents.flatMap((document) => {
    const text = readFileSync(new URL(`../../${document}`, import.meta.url), "utf8");
    return [...new Set(commandsIn(text))].map((command) => ({ document, command }));
  });
}

/** The commands of a document: those in its `sh` blocks, and those between backticks in its sentences. */
export function commandsIn(markdown: string): readonly string[] {
  const found = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```|`([^`]+)`/gm);
  return [...found].flatMap(([, language, block, span]) => {
    if (block !== undefined) return language === "sh" ? statementsIn(block) : [];
    const command = span?.replaceAll(/\s+/g, " ") ?? "";
    const [program = "", ...words] = command.split(" ");
    return programs.has(program) && words.length > 0 ? [command] : [];
  });
}

/** One statement per line of a shell block, with its continuation lines. */
function statementsIn(block: string): readonly string[] {
  const statements: string[] = [];
  let open: string[] = [];
  for (const line of block.trimEnd().split("\n")) {
    open.push(line);
    const isLoop = open[0]?.startsWith("while ") === true;
    if (isLoop ? line !== "done" : /(\\|&&)$/.test(line)) continue;
    statements.push(open.join("\n"));
    open = [];
  }
  return [...statements, ...(open.length > 0 ? [open.join("\n")] : [])];
}
