import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { findBrowser } from "./test/portal/support/browser.ts";
import { ProgramsFirst } from "./test/support/programs-first.ts";
import { RunSummary } from "./test/support/run-summary.ts";

// Set by `npm run test:hazards` alone.
const { FEEDHOOK_WITHOUT_ANSWER: hazard } = process.env;
// Set by `npm run planted-bugs` alone.
const { FEEDHOOK_PLANTED_BUG: bug } = process.env;
// Set by `npm run test:engines` alone.
const { FEEDHOOK_DYNAMODB: engines } = process.env;
const plugins = [
  ...(hazard === undefined ? [] : [(await import("./test/hazards/without-answer.ts")).withoutAnswer(Number(hazard))]),
  ...(bug === undefined ? [] : [(await import("./test/planted-bugs/with-bug.ts")).withBug(bug)]),
];

const hasBrowser = findBrowser() !== undefined;
const unavailable = hasBrowser ? [] : ["portal: Chrome, Chromium or Edge isn't installed"];

/** Programs that tests start compile the sources once among them: each start takes half the time, a command a third. */
const programs = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") };

const project = (
  name: string,
  include: string,
  options: {
    setupFiles?: string[];
    testTimeout?: number;
    isolate?: boolean;
    env?: Record<string, string>;
    globalSetup?: string;
  } = {},
) => ({
  extends: true as const,
  test: { name, include: [include], ...options },
});

export default defineConfig({
  plugins,
  test: {
    // One worker more than processors: a test that drives programs mostly waits for them.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProgramsFirst },
    reporters: ["default", new RunSummary(unavailable)],
    // On a busy machine a browser or a program takes longer than the second, or the ten of a hook, that Vitest would wait.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    projects: [
      project("unit", "test/unit/**/*.test.ts", {
        setupFiles: ["test/support/block-network.ts"],
        // They share nothing but modules, which do nothing when they are loaded: a worker loads each once for all files.
        isolate: false,
        // Some play hours on a virtual clock: a second here is a minute on a busy machine.
        testTimeout: 120_000,
      }),
      project("worst-case", "test/worst-case/**/*.test.ts", {
        setupFiles: ["test/support/block-network.ts"],
        isolate: false,
        testTimeout: 120_000,
      }),
      project("faults", "test/faults/**/*.test.ts", { testTimeout: 300_000, isolate: false }),
      project("simulation", "test/simulation/**/*.test.ts", { testTimeout: 300_000 }),
      project("fuzz", "test/fuzz/**/*.test.ts", { testTimeout: 120_000 }),
      // A worker loads each module once for all files, as for unit tests.
      project("contract", "test/contract/**/*.test.ts", { testTimeout: 120_000, isolate: false }),
      project("sandbox", "test/sandbox/**/*.test.ts", { testTimeout: 120_000 }),
      // One app is synthesised, and its bundles built, for all files of this project.
      project("infra", "test/infra/**/*.test.ts", {
        testTimeout: 120_000,
        isolate: false,
        // The CDK's own look at each template only warns, which no test reads, and takes half the time of a synthesis.
        env: { CDK_VALIDATION: "false", TMPDIR: join(tmpdir(), `feedhook-infra-${process.pid}`) },
        globalSetup: "test/infra/support/temporary-folder.ts",
      }),
      project("e2e", "test/e2e/**/*.test.ts", { testTimeout: 300_000, env: programs }),
      // Installs the packages from the registry, and Node with them.
      project("packages", "test/packages/**/*.test.ts", { testTimeout: 180_000 }),
      ...(engines === undefined ? [] : [project("engines", "test/engines/**/*.test.ts", { testTimeout: 600_000 })]),
      ...(hasBrowser
        ? [project("portal", "test/portal/**/*.test.{ts,tsx}", { testTimeout: 120_000, env: programs })]
        : []),
    ],
    coverage: {
      provider: "v8",
      include: ["shared/**/*.ts", "functions/**/*.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
