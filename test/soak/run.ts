import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { curvesSvg } from "./curves-svg.ts";
import { Soak } from "./soak.ts";
import { soakHtml } from "./soak-pages.ts";
import { soakPlan } from "./soak-plan.ts";
import { writeRecord } from "./soak-record.ts";
import { curves, verdictOf } from "./verdict.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    drain: { type: "string", default: "8" },
    out: { type: "string", default: ".soak" },
  },
});
const [minutes, rate, seed, drain] = [values.minutes, values.rate, values.seed, values.drain].map(Number);
const directory = resolve(values.out);
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });

const plan = soakPlan(minutes!, seededRandom(seed!));
const soak = await Soak.start(directory, seed!);
process.once("SIGINT", () => {
  soak.abandon();
});
const seen = await soak.run(plan, rate!, minutes! * 60_000, drain! * 60_000);
const verdict = verdictOf(seen, plan, minutes! * 60_000);
const page = join(directory, "soak.html");
writeRecord(directory, { samples: seen.samples, disturbances: seen.disturbances, verdict });
writeFileSync(page, soakHtml(verdict.facts, curvesSvg(seen.samples, curves, seen.disturbances)));
for (const [name, value] of verdict.facts) console.log(`${name.padEnd(34)}${value}`);
for (const failure of verdict.failures.slice(0, 40)) console.log(`FAILED  ${failure}`);
for (const path of seen.evidence.slice(0, 3)) console.log(`\n${path}\n\n${summaryOf(readFileSync(path, "utf8"))}`);
if (seen.evidence.length > 0)
  console.log(`\nEvidence: ${seen.evidence.length} files in ${join(directory, "evidence")}`);
console.log(
  verdict.failures.length === 0
    ? `\nNothing lost, nothing invented. Curves: ${page}`
    : `\n${verdict.failures.length} failures. Curves: ${page}`,
);
process.exit(verdict.failures.length === 0 ? 0 : 1);

/** The evidence's lines, cut for a terminal. */
function summaryOf(evidence: string): string {
  const lines = evidence.split("\n").map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
  return lines.slice(0, 60).join("\n");
}
