import { parseArgs } from "node:util";
import { live, type Result } from "./plan.ts";
import { linesOf } from "./report.ts";
import { Tally } from "./tally.ts";

// `npm run fidelity -- --transitions 1000000 --seed 7` runs worlds of changing records and documents until that many
// transitions were judged. `--world 12` shows one of them again.

const { values } = parseArgs({
  options: {
    transitions: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    world: { type: "string" },
    /** How many findings of each kind are shown. */
    show: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
const begun = performance.now();
const results: (Result & { readonly number: number })[] = [];

const transitionsOf = (all: readonly Result[]) => all.reduce((sum, { transitions }) => sum + transitions, 0);

if (values.world !== undefined)
  results.push({ ...(await live(seed, Number(values.world))), number: Number(values.world) });
else
  for (let number = 0; transitionsOf(results) < Number(values.transitions); number += 1) {
    const result = await live(seed, number);
    results.push({ ...result, number });
    const { world, transitions, events, findings } = result;
    console.log(
      `world ${number} (${world}): ${transitions} transitions, ${events} events, ${findings.length} failures`,
    );
  }

const findings = results.flatMap((result) => result.findings.map((finding) => ({ ...finding, number: result.number })));
// Findings that differ only in values are shown once.
const kinds = Map.groupBy(findings, ({ of, kind, rule }) => `${of.split("#")[0] ?? ""}: ${kind} (${rule})`);
for (const [kind, its] of kinds) {
  console.log(
    `\n${kind}: ${its.length} in worlds ${[...new Set(its.map(({ number }) => number))].slice(0, 10).join(", ")}`,
  );
  for (const finding of its.slice(0, Number(values.show))) {
    console.log(linesOf(finding).join("\n"));
    console.log(`  again:      npm run fidelity -- --seed ${seed} --world ${finding.number}`);
  }
}
const tally = new Tally();
for (const result of results) tally.add(result.tally);
console.log(`\n${tally.exact} judged exact`);
for (const [rule, count] of tally.documented) console.log(`${count} as documented: ${rule}`);
const seconds = Math.round((performance.now() - begun) / 1_000);
const events = results.reduce((sum, result) => sum + result.events, 0);
console.log(
  `\n${transitionsOf(results)} transitions, ${events} events, ${findings.length} failures of ${kinds.size} kinds (seed ${seed}, ${seconds} s)`,
);
process.exit(findings.length === 0 ? 0 : 1);
