import { createHash } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesOf, folder, isStryker } from "./findings.ts";
import { instrument, strykerMutators } from "./instrument.ts";
import { slipMutators } from "./mutators.ts";

// Set only by run.ts.
const { FEEDHOOK_MUTATE: patterns = "[]", FEEDHOOK_SLIPS_RUN: run = "", FEEDHOOK_MUTATOR: mutator = "" } = process.env;
const root = resolve(import.meta.dirname, "../../..");
const all = isStryker ? await strykerMutators() : slipMutators;
const chosen = all.filter(({ name }) => name.includes(mutator));
const { texts, mutants } = await instrument(JSON.parse(patterns) as readonly string[], chosen);
mkdirSync(folder, { recursive: true });
writeFileSync(filesOf(run).mutants, JSON.stringify(mutants));
const sources = new Map([...texts].map(([name, text]) => [resolve(root, name), text]));
const digest = createHash("sha256")
  .update(JSON.stringify([...texts]))
  .digest("hex")
  .slice(0, 16);

/** Words in the names of tests that generate histories. */
const slow = ["property", "model", "crash", "outage", "fuzz", "hours", "race"];
/**
 * Such tests wait for an end that never comes with many of Stryker's mutants. Leaving them out can only lower the share of
 * noticed ones.
 */
const endless = ["property", "model", "crash", "fuzz", "faults", "ending-anywhere"];
const without = isStryker ? endless.map((word) => `**/*${word}*.test.ts`) : [];

/** A slow test needn't try what a quick one has noticed, and generated histories are slow. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      statSync(moduleId).size * (slow.some((word) => moduleId.includes(word)) ? 100 : 1);
    return files.toSorted((one, other) => cost(one) - cost(other));
  }
}

const project = (name: string, include: string, setupFiles: string[] = []) => ({
  extends: true as const,
  test: { name, include: [include], exclude: without, setupFiles },
});

export default defineConfig({
  root,
  plugins: [
    {
      // The cache of loaded modules knows plugins only by name.
      name: `mutants ${digest}`,
      enforce: "pre",
      load: (id: string) => sources.get(id.split("?")[0] ?? ""),
    },
  ],
  test: {
    runner: "test/mutants/slips/mutant-runner.ts",
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
    testTimeout: 30_000,
    // With some of Stryker's mutants, what a test opened never closes, because a request never ends.
    hookTimeout: isStryker ? 2_000 : 60_000,
    reporters: ["dot"],
    silent: true,
    dangerouslyIgnoreUnhandledErrors: true,
    projects: [
      project("unit", "test/unit/**/*.test.ts", ["test/support/block-network.ts"]),
      project("contract", "test/contract/**/*.test.ts"),
      project("faults", "test/faults/**/*.test.ts"),
    ],
  },
});
