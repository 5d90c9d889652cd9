import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { EquivalentSlip } from "./equivalent-slip.ts";
import { equivalentSlips } from "./equivalent-slips.ts";
import { type Finding, filesOf, findingsIn, folder, isStryker } from "./findings.ts";
import { instrument, type Mutant, strykerMutators } from "./instrument.ts";
import { lintDroppedAwaits } from "./lint-dropped-awaits.ts";
import { withMutantsTable } from "./mutants-table.ts";
import { lintedMutators, slipMutators } from "./mutators.ts";
import { type Judged, slipsPage } from "./slips-page.ts";

// `npm run slips [-- test file…]` plants slips, or as `npm run mutants` Stryker's own mutants, shows which of them neither a test nor the linter notices, and keeps
// the findings in `.stryker/slips`: the next run tries only the rest. CONTRIBUTING.md explains how to run it part by
// part.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: "string", multiple: true, default: ["shared/**/*.ts", "functions/**/*.ts", "infra/node/**/*.ts"] },
    project: { type: "string", multiple: true, default: ["unit", "contract", "faults"] },
    /** Only slips of this kind. */
    mutator: { type: "string", default: "" },
    /** Only tests with such a name. */
    named: { type: "string" },
    /** How many tests may try a slip in vain before the others are left out. */
    "most-tests": { type: "string", default: "Infinity" },
    /** The most processor time (ms) of a test that tries mutants. */
    slowest: { type: "string", default: isStryker ? "1000" : "Infinity" },
    /** Forgets everything, or only what tests didn't notice, if tests have changed. */
    fresh: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    /** Runs nothing. */
    known: { type: "boolean", default: false },
    lint: { type: "boolean", default: false },
    /** Plants Stryker's own mutants, whose findings are kept separately. */
    stryker: { type: "boolean", default: false },
    /** Writes the page of all measurements, with this day and commit. */
    write: { type: "string" },
  },
});
process.chdir(fileURLToPath(new URL("../../../", import.meta.url)));

/** Ms without a finding after which the current slip keeps its test from ending. */
const longest = isStryker ? 20_000 : 300_000;
const kept = `${folder}/findings.jsonl`;
const run = String(process.pid);
const files = filesOf(run);

const keep = (found: readonly Finding[]) => {
  appendFileSync(kept, found.map((finding) => `${JSON.stringify(finding)}\n`).join(""));
};

mkdirSync(folder, { recursive: true });
if (values.fresh) rmSync(kept, { force: true });
if (values.again) {
  const killed = [...findingsIn().killedBy].map(([key, test]): Finding => ({ key, status: "killed", test }));
  rmSync(kept, { force: true });
  keep(killed);
}

/** Runs the tests once; false if a slip kept them from ending. */
async function runTests(): Promise<boolean> {
  rmSync(files.trying, { force: true });
  const parameters = ["run", "--config", "test/mutants/slips/vitest.config.ts"];
  for (const name of values.project) parameters.push("--project", name);
  if (values.named !== undefined) parameters.push("-t", values.named);
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...parameters, ...positionals], {
    stdio: "inherit",
    detached: true,
    env: {
      ...process.env,
      ...{ FEEDHOOK_MUTATE: JSON.stringify(values.sources), FEEDHOOK_SLIPS_RUN: run, FEEDHOOK_MUTATOR: values.mutator },
      ...{ FEEDHOOK_FIRST_FAILURE: "1", FEEDHOOK_MOST_TESTS: values["most-tests"] },
      FEEDHOOK_STRYKER: String(values.stryker),
      FEEDHOOK_SLOWEST: values.slowest,
    },
  });
  const ended = new Promise<true>((resolve) =>
    child.on("exit", () => {
      resolve(true);
    }),
  );
  for (;;) {
    const next = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 5_000, false))]);
    if (next) return true;
    if (!existsSync(files.trying) || Date.now() - statSync(files.trying).mtimeMs < longest) continue;
    keep([{ key: readFileSync(files.trying, "utf8"), status: "hangs", test: "" }]);
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
    return false;
  }
}

const mutators = isStryker ? await strykerMutators() : [...slipMutators, ...lintedMutators];
const { mutants } = await instrument(values.sources, mutators);
const isLinted = ({ mutator }: Mutant) => lintedMutators.some(({ name }) => name === mutator);
if (values.lint) {
  const refused = await lintDroppedAwaits(mutants.filter(isLinted));
  keep(refused.map(({ key }) => ({ key, status: "killed", test: "npm run check:lint" })));
}
if (!values.known && !values.lint) {
  while (!(await runTests())) console.log("slips: one keeps its test from ending; the rest goes on");
  for (const path of [files.mutants, files.trying]) rmSync(path, { force: true });
}

const { killedBy, survivedIn } = findingsIn();
const fits = ({ file, mutator, becomes }: EquivalentSlip, slip: Mutant) =>
  slip.file === file && slip.mutator === mutator && slip.replacement.replaceAll(/\s+/g, " ").startsWith(becomes);
const judged = mutants.map((slip): Judged => {
  if (killedBy.has(slip.key)) return { ...slip, outcome: "killed" };
  if (equivalentSlips.some((one) => fits(one, slip))) return { ...slip, outcome: "equivalent" };
  return { ...slip, outcome: survivedIn.has(slip.key) ? "survived" : "untried" };
});
for (const { key, file, line, mutator, original, replacement, outcome } of judged) {
  if (outcome !== "survived" && outcome !== "untried") continue;
  const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 160);
  const what = mutator === "SwapAwaited" ? short(replacement) : `${short(original)} => ${short(replacement)}`;
  console.log(`${outcome} (${survivedIn.get(key)?.size ?? 0} tests): ${mutator} ${file}:${line}: ${what}`);
}
for (const one of equivalentSlips)
  if (
    !isStryker &&
    mutants.some(({ file }) => file === one.file) &&
    !judged.some((slip) => slip.outcome === "equivalent" && fits(one, slip))
  )
    console.log(`slips: noticed after all, or gone: ${one.mutator} ${one.file}: ${one.becomes}`);
const many = (outcome: Judged["outcome"]) => judged.filter((slip) => slip.outcome === outcome).length;
console.log(
  `slips: ${judged.length} planted, ${many("killed")} noticed, ${many("equivalent")} equivalent, ${many("survived")} unnoticed, ${many("untried")} not tried`,
);
if (values.write !== undefined) {
  const page = "docs/measurements/mutants.md";
  if (isStryker) writeFileSync(page, withMutantsTable(readFileSync(page, "utf8"), judged, values.write));
  else writeFileSync("docs/measurements/slips.md", slipsPage(judged, values.write));
}
/** The share of the changes that the tests may overlook. */
const allowed = isStryker ? 0.15 : 0;
process.exit(many("survived") + many("untried") <= allowed * judged.length ? 0 : 1);
