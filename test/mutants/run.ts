import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import * as z from "zod";
import { type Part, parts } from "./parts.ts";

// `npm run mutants [-- part…]` changes the sources of each part, one place at a time, and shows which changes its unit
// tests don't notice. `.stryker` keeps the results, and the next run tries only what changed sources and tests may
// affect.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: "string", default: "1" },
    mutate: { type: "string", multiple: true },
    fresh: { type: "boolean", default: false },
  },
});
process.chdir(fileURLToPath(new URL("../../", import.meta.url)));

/** The percentage of mutants that a part's tests have to notice. */
const required = 85;

const results = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({ mutants: z.array(z.looseObject({ status: z.string(), static: z.boolean().optional() })) }),
  ),
});

/**
 * Forgets mutants that no test covers, and survivors in code that runs once, when a module is loaded: Stryker doesn't
 * know which tests cover those, so it would not retry them after a test was added.
 */
function forgetUntested(path: string): void {
  if (!existsSync(path)) return;
  const known = results.parse(JSON.parse(readFileSync(path, "utf8")));
  for (const file of Object.values(known.files)) {
    file.mutants = file.mutants.filter(
      ({ status, static: isStatic }) => status !== "NoCoverage" && (status !== "Survived" || isStatic !== true),
    );
  }
  writeFileSync(path, JSON.stringify(known));
}

async function mutantsOf({ name, mutate }: Part): Promise<void> {
  // The processes that run the tests read it in vitest.config.ts.
  process.env["FEEDHOOK_MUTANTS_OF"] = name;
  const incrementalFile = `.stryker/${name}.json`;
  forgetUntested(incrementalFile);
  await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
    mutate: values.mutate ?? [...mutate],
    coverageAnalysis: "perTest",
    concurrency: Number(values.workers),
    incremental: true,
    force: values.fresh,
    incrementalFile,
    tempDirName: ".stryker/sandbox",
    reporters: ["progress-append-only", "clear-text", "html"],
    clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
    htmlReporter: { fileName: `.stryker/${name}.html` },
    thresholds: { high: 95, low: required, break: required },
    timeoutMS: 30_000,
    allowConsoleColors: false,
  }).runMutationTest();
}

const unknown = positionals.filter((name) => parts.every((part) => part.name !== name));
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(", ")}; the parts are ${parts.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}
for (const part of parts) {
  if (positionals.length === 0 || positionals.includes(part.name)) await mutantsOf(part);
}
