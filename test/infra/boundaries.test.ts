import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() })),
  }),
});

test("the tree keeps its boundaries, and the checker really saw the tree", async () => {
  const depcruise = [
    `${repository}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`,
    ...["--config", ".dependency-cruiser.cjs", "--output-type", "json", "shared", "functions", "infra"],
  ];
  const { stdout } = await promisify(execFile)(process.execPath, depcruise, {
    cwd: repository,
    maxBuffer: 256 * 1024 * 1024,
    // The exit status counts violations, which are checked below by name.
  }).catch((error: unknown) => z.object({ stdout: z.string().min(1) }).parse(error));
  const { modules, summary } = report.parse(JSON.parse(stdout));
  // A checker that can't read the sources finds no module and no violation, which happened with another compiler
  // version.
  const ours = modules.filter(({ source }) => /^(shared|functions|infra)\/.*\.ts$/.test(source));
  expect(ours.length).toBeGreaterThan(50);
  expect(summary.violations).toEqual([]);
});
