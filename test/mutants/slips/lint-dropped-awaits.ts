import { readFileSync } from "node:fs";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import type { Mutant } from "./instrument.ts";

const rule = "@typescript-eslint/no-floating-promises";
const keyword = "await ";

/** Of mutants that drop an `await`, those that `npm run check:lint` refuses: a promise that nobody waits for. */
export async function lintDroppedAwaits(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const asConfigured = new ESLint();
  const eslint = new ESLint({
    overrideConfigFile: true,
    // The others take ten times as long, and have nothing to say here.
    overrideConfig: [
      tseslint.configs.base,
      {
        files: ["**/*.ts"],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
        rules: { [rule]: "error" },
      },
    ] as never,
  });
  const refused: Mutant[] = [];
  for (const [file, dropped] of Map.groupBy(mutants, ({ file }) => file)) {
    const { rules } = (await asConfigured.calculateConfigForFile(file)) as { rules: { [name: string]: unknown[] } };
    if (rules[rule]?.[0] !== 2) continue;
    const lines = readFileSync(file, "utf8").split("\n");
    for (const { line, column } of dropped) {
      const text = lines[line - 1] ?? "";
      if (!text.startsWith(keyword, column)) throw new Error(`there is no await at ${file}:${line}:${column}`);
      // As long as before, so that every place stays where it is.
      lines[line - 1] = `${text.slice(0, column)}${" ".repeat(keyword.length)}${text.slice(column + keyword.length)}`;
    }
    const [{ messages } = { messages: [] }] = await eslint.lintText(lines.join("\n"), { filePath: file });
    const found = messages.filter(({ ruleId }) => ruleId === rule).map(({ line, column }) => `${line}:${column}`);
    refused.push(...dropped.filter(({ line, column }) => found.includes(`${line}:${column + keyword.length + 1}`)));
  }
  return refused;
}
