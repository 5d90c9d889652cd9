import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { type RunnerTestCase, type SerializedConfig, TestRunner, type TestTryOptions } from "vitest";
import { type Finding, filesOf, findingsIn, folder, isSettled, isStryker } from "./findings.ts";
import type { Mutant } from "./instrument.ts";

/** The instrumented code's variables, by Stryker's names. */
type Switch = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount: number;
  readonly hitLimit: number;
  readonly mutantCoverage: { readonly static: object; readonly perTest: { [test: string]: { [id: string]: number } } };
};

// Limits are processor time (ms) and idle time (ms), which other work on the machine doesn't change.

/** A test that reaches mutated code after this much processor time is in an endless loop. */
const longest = isStryker ? 3_000 : 20_000;
/** A test that has been idle this much longer than undisturbed waits for something that never comes. */
const longestIdle = 1_000;
const eventLoopUtilization = performance.eventLoopUtilization.bind(performance);
let active: string | undefined;
let usedBefore = process.cpuUsage();
let reads = 0;

function usedSince(): number {
  const { user, system } = process.cpuUsage(usedBefore);
  return (user + system) / 1_000;
}

const state: Switch = {
  /** Read wherever the code may change, and so in nearly every loop. */
  get activeMutant() {
    reads += 1;
    if (active !== undefined && reads % 1_024 === 0 && usedSince() > longest) throw new Error("doesn't end");
    return active;
  },
  set activeMutant(id) {
    active = id;
  },
  hitCount: 0,
  /** A changed line that is reached this often in one test is in an endless loop. */
  hitLimit: 200_000,
  mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: state });

// A failure is enough, because finding the smallest one takes minutes.
fc.configureGlobal({ endOnFailure: true });

/** The longest undisturbed run of a test that tries mutants. There are thousands of Stryker's. */
const slowest = Number(process.env["FEEDHOOK_SLOWEST"] ?? Number.POSITIVE_INFINITY);

const most = Number(process.env["FEEDHOOK_MOST_TESTS"] ?? Number.POSITIVE_INFINITY);

/** From the loaded modules, so that a test with its own clock doesn't stop it. */
const { setImmediate, setInterval } = globalThis;
const turn = async () => new Promise<void>((resolve) => setImmediate(resolve));

let unhandled = 0;
for (const event of ["unhandledRejection", "uncaughtException"]) {
  process.on(event, () => {
    unhandled += 1;
  });
}

const files = filesOf(process.env["FEEDHOOK_SLIPS_RUN"] ?? "");
const mutants = new Map<string, Mutant>(
  (JSON.parse(readFileSync(files.mutants, "utf8")) as readonly Mutant[]).map((mutant) => [mutant.id, mutant]),
);
const findings = findingsIn();

/**
 * Runs each test undisturbed, and then once for each unnoticed mutant that it reached, in the same process with the
 * same modules: a test takes milliseconds, its process seconds. In the end it has to pass undisturbed once more, or its
 * findings don't count.
 */
export default class MutantRunner extends TestRunner {
  #left: Mutant[] = [];
  #noticed: Mutant[] = [];
  #step: "undisturbed" | "mutant" | "again" | "done" = "undisturbed";
  #mutant: Mutant | undefined;
  /** The current test's idle time without mutants. */
  #idle = 0;

  constructor(config: SerializedConfig) {
    super(config);
    // A mutant that ends badly may leave a warning for each call.
    process.removeAllListeners("warning");
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#step = "undisturbed";
    this.#left = [];
    this.#noticed = [];
    // Vitest compares it after each repeat, and their number is known only after the first one.
    const repeats = { valueOf: () => (this.#step === "done" ? -1 : Number.POSITIVE_INFINITY) };
    Object.assign(test, { repeats });
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    // Vitest waits for every assertion of a test, and one that a mutant left open never ends.
    test.promises = [];
    unhandled = 0;
    state.hitCount = 0;
    state.currentTestId = this.#step === "undisturbed" ? test.id : "none";
    this.#mutant = this.#step === "mutant" ? this.#left.shift() : undefined;
    usedBefore = process.cpuUsage();
    state.activeMutant = this.#mutant?.id;
    if (this.#mutant !== undefined) writeFileSync(files.trying, this.#mutant.key);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const before = eventLoopUtilization();
    const idle = () => eventLoopUtilization(before).idle;
    let timer: NodeJS.Timeout | undefined;
    const waits = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        if (this.#mutant === undefined) return;
        if (idle() > this.#idle + longestIdle) reject(new Error("only waits"));
        // A server of the test may send without end to code that no longer stops it.
        if (usedSince() > longest) reject(new Error("doesn't end"));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(test)(), waits]);
    } finally {
      clearInterval(timer);
      if (this.#step === "undisturbed") this.#idle = idle();
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const took = usedSince();
    await turn();
    await turn();
    state.activeMutant = undefined;
    const { result } = test;
    if (result === undefined) return;
    const failed = result.state === "fail" || unhandled > 0;
    const name = nameOf(test);
    if (this.#step === "undisturbed") {
      if (failed) console.error(`slips: fails undisturbed: ${name}`);
      const isUsed = !failed && took <= slowest;
      const reached = !isUsed ? {} : (state.mutantCoverage.perTest[test.id] ?? {});
      Reflect.deleteProperty(state.mutantCoverage.perTest, test.id);
      this.#left = Object.keys(reached).flatMap((id) => mutants.get(id) ?? []);
      this.#left = this.#left.filter(({ key }) => !isSettled(findings, key, name, most));
    } else if (this.#step === "mutant" && this.#mutant !== undefined) {
      if (failed) this.#noticed.push(this.#mutant);
      else note({ key: this.#mutant.key, status: "survived", test: name });
    } else if (failed) {
      console.error(`slips: fails undisturbed after mutants, so that none of ${this.#noticed.length} counts: ${name}`);
      for (const { key } of this.#noticed) note({ key, status: "survived", test: name });
    } else for (const { key } of this.#noticed) note({ key, status: "killed", test: name });
    if (this.#step !== "undisturbed") {
      result.state = "pass";
      delete result.errors;
    }
    if (this.#left.length > 0) this.#step = "mutant";
    else this.#step = this.#step === "mutant" && this.#noticed.length > 0 ? "again" : "done";
  }
}

/** The test's name with its suites. A number is added, because a table of cases can give several tests the same name. */
function nameOf(test: RunnerTestCase): string {
  const { file, name, suite } = test;
  const suites: string[] = [];
  for (let at = suite; at !== undefined && at.id !== file.id; at = at.suite) suites.unshift(at.name);
  const before = (suite ?? file).tasks.filter((one) => one.name === name).indexOf(test);
  return `${file.name}: ${[...suites, name].join(" > ")}${before > 0 ? ` (${before + 1})` : ""}`;
}

function note(finding: Finding): void {
  findings.add(finding);
  appendFileSync(`${folder}/findings.jsonl`, `${JSON.stringify(finding)}\n`);
}
