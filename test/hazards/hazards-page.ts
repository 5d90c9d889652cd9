import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Hazard, names } from "./hazard.ts";
import { hazards } from "./hazards.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const head = `# Hazards of the Partner API

<!-- Made by \`npm run hazards-page\` from \`test/hazards\`; don't edit. -->

Hazards of [the contract](partner-api.md), each with Feedhook's solution, its file, and the test that guards it. Comments
and test titles cite the numbers.

`;

/** The titles in a test file that name the hazard, as its source spells them. */
export function titlesOf({ number, test }: Pick<Hazard, "number" | "test">): readonly string[] {
  const source = readFileSync(`${repository}${test}`, "utf8");
  const titles = [
    ...source.matchAll(
      /\b(?:test|it|describe)(?:\.\w+(?:\([^\n]*\)|\(\[[\s\S]*?\n\](?: as const)?\))?)*\(\s*(["'`])((?:\\.|(?!\1).)*)\1/g,
    ),
  ];
  return titles.map(([, , title = ""]) => title).filter((title) => names(title, number));
}

/** docs/hazards.md: number, one line, the answer's file, and the test that guards the answer. */
export function hazardsPage(): string {
  const rows = hazards
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, line, file, test }) => `${number}. ${line} (\`${file}\`, \`${test}\`)\n`);
  return head + rows.join("");
}
