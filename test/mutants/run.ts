import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { type Part, parts } from "./parts.ts";

// `npm run mutants [-- part…]`: changes the sources of each part, one place at a time, and shows which changes its unit tests
// don't notice. What was found stands in `.stryker`; the next run tries only what the changed sources and tests may have moved.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: "string", default: "1" },
    mutate: { type: "string", multiple: true },
    fresh: { type: "boolean", default: false },
  },
});
process.chdir(fileURLToPath(new URL("../../", import.meta.url)));

/** The share of mutants, in percent, that a part's tests have to notice. */
const required = 85;

async function mutantsOf({ name, mutate }: Part): Promise<void> {
  // The processes that run the tests read it in vitest.config.ts.
  process.env["FEEDHOOK_MUTANTS_OF"] = name;
  await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
    mutate: values.mutate ?? [...mutate],
    coverageAnalysis: "perTest",
    concurrency: Number(values.workers),
    incremental: !values.fresh,
    incrementalFile: `.stryker/${name}.json`,
    tempDirName: ".stryker/sandbox",
    reporters: ["progress-append-only", "clear-text", "html"],
    clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
    htmlReporter: { fileName: `.stryker/${name}.html` },
    thresholds: { high: 95, low: required, break: required },
    timeoutMS: 30_000,
    allowConsoleColors: false,
  }).runMutationTest();
}

for (const part of parts) {
  if (positionals.length === 0 || positionals.includes(part.name)) await mutantsOf(part);
}
