import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { SeedProcess } from "../simulation/bridge/seed-pool.ts";
import type { PlantedBug } from "./planted-bug.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const preload = fileURLToPath(new URL("plant-bug-main.ts", import.meta.url));
const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

/** The seeds within which the simulation has to find a bug. */
export const mostSeeds = 200;

/** What found a bug: a seed and the violation, or a test. Undefined for none. */
export type Finding = { readonly seed?: number | undefined; readonly what: string };

/** Looks for a bug where the table says that it is found, first with the seed or the test that found it before. */
export async function findBug(bug: PlantedBug, before: Finding | undefined): Promise<Finding | undefined> {
  const { test } = bug;
  if (test === undefined) return findBySimulation(bug, before?.seed);
  const again = before === undefined ? undefined : await findByTest(bug, test, before.what);
  return again ?? findByTest(bug, test);
}

async function findBySimulation({ name }: PlantedBug, first: number | undefined): Promise<Finding | undefined> {
  const worker = new SeedProcess({ env: { FEEDHOOK_PLANTED_BUG: name }, execArgv: ["--import", preload] });
  const seeds = Array.from({ length: mostSeeds }, (_, at) => at + 1);
  try {
    for (const seed of first === undefined ? seeds : [first, ...seeds]) {
      const { violations } = await worker.run(seed);
      if (violations[0] !== undefined) return { seed, what: violations[0] };
    }
    return undefined;
  } finally {
    worker.stop();
  }
}

/** `only` is the beginning of the full name of the one test to run. */
async function findByTest({ name }: PlantedBug, test: string, only?: string): Promise<Finding | undefined> {
  const pattern = only === undefined ? [] : ["--testNamePattern", only.replaceAll(/\W/g, ".")];
  const [what] = await failuresWith(name, test, ["--bail=1", ...pattern]);
  return what === undefined ? undefined : { what };
}

/** The full names of the tests in a file that fail with a bug. */
export async function failuresWith(bug: string, test: string, options: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "bug-"));
  const outputFile = join(folder, "report.json");
  const project = test.split("/")[1] ?? "unit";
  const common = ["--project", project, "--reporter=json", `--outputFile=${outputFile}`, "--no-coverage"];
  const vitest = join(repository, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...common, ...options, test], {
    cwd: repository,
    env: { ...process.env, FEEDHOOK_PLANTED_BUG: bug },
    stdio: "ignore",
  });
  await new Promise((resolve) => child.on("close", resolve));
  const { testResults } = report.parse(JSON.parse(readFileSync(outputFile, "utf8")));
  await rm(folder, { recursive: true });
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName);
}
