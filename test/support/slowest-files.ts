import type { Reporter, TestModule } from "vitest/node";

const shown = 5;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** After a run of many files, prints the slowest ones and the time of the whole run. */
export class SlowestFiles implements Reporter {
  readonly #begun = performance.now();

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const timed = modules.map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }));
    const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, shown);
    const lines = slowest.map(({ path, ms }) => `  ${seconds(ms).padStart(8)}  ${path}\n`);
    process.stdout.write(
      `\nslowest of ${modules.length} files in ${seconds(performance.now() - this.#begun)}:\n${lines.join("")}`,
    );
  }
}
