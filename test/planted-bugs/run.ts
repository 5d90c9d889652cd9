import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findBug } from "./find-bug.ts";
import { digestOf, type FoundBy, readFoundBy, writeFoundBy } from "./found-by.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { plantedBugsPage } from "./planted-bugs-page.ts";

// `npm run planted-bugs [-- --write] [--changed] [name…]` plants each bug in turn and shows what finds it. `--write`
// saves that as the page in docs/ and as the seeds with which the next run starts. `--changed` skips the bugs whose
// source and test haven't changed since the bug was last found.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false }, changed: { type: "boolean", default: false } },
});
const known = readFoundBy();
const queue = plantedBugs
  .filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
  .filter((bug) => !values.changed || known[bug.name]?.digest !== digestOf(bug));
const total = queue.length;
const found: { [name: string]: FoundBy[string] } = {};
let missed = 0;

/** Saves the findings so far, because a whole run takes minutes. */
function keep(): void {
  const names = new Set(plantedBugs.map(({ name }) => name));
  const all = Object.entries({ ...readFoundBy(), ...found });
  const standing = Object.fromEntries(all.filter(([name]) => names.has(name)));
  writeFoundBy(standing);
  const page = fileURLToPath(new URL("../../docs/measurements/planted-bugs.md", import.meta.url));
  writeFileSync(page, plantedBugsPage(plantedBugs, standing));
}

const workers = Array.from({ length: availableParallelism() }, async () => {
  for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
    const begun = performance.now();
    const finding = await findBug(bug, known[bug.name]);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    if (finding === undefined) {
      missed += 1;
      console.log(`NOT FOUND: ${bug.name}`);
      continue;
    }
    const { seed, what } = finding;
    found[bug.name] = {
      ...(seed !== undefined && { seed }),
      what: what.split("\n")[0]!.slice(0, 200),
      digest: digestOf(bug),
    };
    if (values.write) keep();
    console.log(`${bug.name}: ${seed === undefined ? "" : `seed ${seed}, `}${found[bug.name]!.what} (${seconds} s)`);
  }
});
await Promise.all(workers);
console.log(`${total - missed} of ${total} planted bugs are found; ${plantedBugs.length - total} weren't planted`);
process.exit(missed === 0 && (total > 0 || values.changed) ? 0 : 1);
