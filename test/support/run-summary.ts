import type { Reporter, TestModule, TestSuite, Vitest } from "vitest/node";

const shown = 5;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/**
 * Ends a run of many files with the slowest of them, the time of the whole run, and what this machine couldn't run.
 * `unavailable` says which projects are left out, and why.
 */
export class RunSummary implements Reporter {
  readonly #begun = performance.now();
  readonly #unavailable: readonly string[];
  #isFiltered = false;

  constructor(unavailable: readonly string[]) {
    this.#unavailable = unavailable;
  }

  onInit({ config }: Vitest): void {
    // Vitest reports tests that a filter leaves out as skipped, too.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const timed = modules.map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }));
    const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, shown);
    const lines = slowest.map(({ path, ms }) => `  ${seconds(ms).padStart(8)}  ${path}\n`);
    process.stdout.write(
      `\nslowest of ${modules.length} files in ${seconds(performance.now() - this.#begun)}:\n${lines.join("")}`,
    );
    const skipped = this.#isFiltered ? [] : modules.flatMap(notRunIn);
    const notRun = [...this.#unavailable, ...skipped];
    if (notRun.length > 0) process.stdout.write(`\nNOT RUN on this machine:\n  ${notRun.join("\n  ")}\n`);
  }
}

/** The titles of skipped tests, which give the reason. Of a suite that is skipped as a whole, only its own title. */
function notRunIn({ children }: TestModule | TestSuite): string[] {
  return [...children].flatMap((child) => {
    if (child.type === "suite" && child.state() !== "skipped") return notRunIn(child);
    return (child.type === "suite" ? child.state() : child.result().state) === "skipped" ? [child.fullName] : [];
  });
}
