import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Mutant } from "./instrument.ts";

const keyword = "await ";
const copied = ["shared", "functions", "infra", "test", "package.json", "tsconfig.json"];
const report = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number(), column: z.number() }) })),
    }),
  ),
});

/** The mutants without an `await` that `npm run check:lint` refuses: a promise that is neither awaited nor handled. */
export async function lintDroppedAwaits(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const copy = mkdtempSync(join(tmpdir(), "feedhook-slips-"));
  try {
    for (const name of copied) cpSync(name, join(copy, name), { recursive: true });
    symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
    const files = Map.groupBy(mutants, ({ file }) => file);
    for (const [file, dropped] of files) writeFileSync(join(copy, file), withoutAwaits(file, dropped));
    const refused = await unhandledPromises(copy, [...files.keys()]);
    return mutants.filter(({ file, line, column }) => refused.has(`${file}:${line}:${column + keyword.length + 1}`));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** A blank for each character of the keyword, so that the other places keep their columns. */
function withoutAwaits(file: string, dropped: readonly Mutant[]): string {
  const lines = readFileSync(file, "utf8").split("\n");
  for (const { line, column } of dropped) {
    const text = lines[line - 1] ?? "";
    if (!text.startsWith(keyword, column)) throw new Error(`there is no await at ${file}:${line}:${column}`);
    lines[line - 1] = `${text.slice(0, column)}${" ".repeat(keyword.length)}${text.slice(column + keyword.length)}`;
  }
  return lines.join("\n");
}

/**
 * Returns where these files have promises that are neither awaited nor handled, as `file:line:column`. Only the rule
 * about promises is checked.
 */
async function unhandledPromises(folder: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rule = ["-A", "all", "-D", "typescript/no-floating-promises", "--type-aware", "--format", "json"];
  const oxlint = resolve("node_modules/.bin/oxlint");
  const { promise, resolve: done } = Promise.withResolvers<string>();
  // It exits with 1 if it finds something.
  execFile(oxlint, [...rule, ...files], { cwd: folder, maxBuffer: 1 << 30 }, (_, stdout) => {
    done(stdout);
  });
  const { diagnostics } = report.parse(JSON.parse(await promise));
  return new Set(
    diagnostics.flatMap(({ filename, labels }) => labels.map(({ span }) => `${filename}:${span.line}:${span.column}`)),
  );
}
