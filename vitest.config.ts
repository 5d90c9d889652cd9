import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { findBrowser } from "./test/portal/support/browser.ts";
import { ProgramsFirst } from "./test/support/programs-first.ts";
import { RunSummary } from "./test/support/run-summary.ts";

// Set only by `npm run planted-bugs` and `npm run test:hazards`.
const { FEEDHOOK_PLANTED_BUG: bug } = process.env;
// Set only by `npm run test:engines`.
const { FEEDHOOK_DYNAMODB: engines } = process.env;
const plugins = bug === undefined ? [] : [(await import("./test/planted-bugs/with-bug.ts")).withBug(bug)];

const hasBrowser = findBrowser() !== undefined;
const unavailable = hasBrowser ? [] : ["portal: Chrome, Chromium or Edge isn't installed"];

/** Each look at a program's state costs the program as much as other work, and most wait for seconds. */
const looks = { poll: { timeout: 30_000, interval: 250 } };

/** Programs that tests start share compiled sources, which halves a start's time and reduces a command's to a third. */
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
    expect?: typeof looks;
  } = {},
) => ({
  extends: true as const,
  test: { name, include: [include], ...options },
});

export default defineConfig({
  plugins,
  test: {
    // One worker more than there are processors, because a test that starts programs mostly waits for them.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProgramsFirst },
    reporters: ["default", new RunSummary(unavailable)],
    // On a busy machine, a browser or a program takes longer than Vitest's defaults: 1 s, and 10 s for hooks.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    projects: [
      project("unit", "test/unit/**/*.test.ts", {
        setupFiles: ["test/support/block-network.ts", "test/support/quick-failures.ts"],
        // Files share only modules, which have no side effects, so a worker loads each module once for all files.
        isolate: false,
        // Some tests simulate hours on a virtual clock. A second here can take a minute on a busy machine.
        testTimeout: 120_000,
      }),
      project("worst-case", "test/worst-case/**/*.test.ts", {
        setupFiles: ["test/support/block-network.ts", "test/support/quick-failures.ts"],
        isolate: false,
        testTimeout: 120_000,
      }),
      project("faults", "test/faults/**/*.test.ts", { testTimeout: 300_000, isolate: false }),
      project("simulation", "test/simulation/**/*.test.ts", { testTimeout: 300_000 }),
      project("fuzz", "test/fuzz/**/*.test.ts", {
        setupFiles: ["test/support/quick-failures.ts"],
        testTimeout: 120_000,
      }),
      // As for unit tests, a worker of these projects loads each module once for all files.
      project("contract", "test/contract/**/*.test.ts", { testTimeout: 120_000, isolate: false }),
      project("sandbox", "test/sandbox/**/*.test.ts", { testTimeout: 120_000, isolate: false }),
      // The app is synthesised and bundled once for all files of this project.
      project("infra", "test/infra/**/*.test.ts", {
        testTimeout: 120_000,
        isolate: false,
        // The CDK's validation of templates takes half the time of a synthesis, and no test reads its warnings.
        env: { CDK_VALIDATION: "false", TMPDIR: join(tmpdir(), `feedhook-infra-${process.pid}`) },
        globalSetup: "test/infra/support/temporary-folder.ts",
      }),
      project("e2e", "test/e2e/**/*.test.ts", { testTimeout: 300_000, env: programs, expect: looks }),
      // Installs the packages and Node from the registry.
      project("packages", "test/packages/**/*.test.ts", { testTimeout: 180_000, expect: looks }),
      ...(engines === undefined ? [] : [project("engines", "test/engines/**/*.test.ts", { testTimeout: 600_000 })]),
      ...(hasBrowser
        ? [project("portal", "test/portal/**/*.test.{ts,tsx}", { testTimeout: 120_000, env: programs, expect: looks })]
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
