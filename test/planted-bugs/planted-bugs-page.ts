import type { FoundBy } from "./found-by.ts";
import type { PlantedBug } from "./planted-bug.ts";

const groups: readonly (readonly [title: string, files: RegExp])[] = [
  ["Source, schedule, polling and mirror", /^shared\/(source|schedule|polling|mirror)\//],
  ["Publishing and fan-out", /^(shared\/(publishing|fanout|subscriptions)\/|functions\/runtime\/messages\/stream)/],
  [
    "Delivery, recovery and the API",
    /^(shared\/(delivery|api)\/|functions\/(recover|runtime\/messages\/(each|whole)))/,
  ],
  ["Adapters of both engines", /^(shared\/adapters|infra)\//],
];

/** `npm test` runs the seeds from 1 to this one, and all files that tests are named after. */
const seedsOfNpmTest = 2;

/** The text of docs/measurements/planted-bugs.md. */
export function plantedBugsPage(bugs: readonly PlantedBug[], found: FoundBy): string {
  const rows = groups.map(([title, files]) =>
    rowOf(
      title,
      bugs.filter(({ file }) => files.test(file)),
      found,
    ),
  );
  return `${[
    "# Planted bugs",
    "",
    "<!-- Made by `npm run planted-bugs -- --write`; don't edit. -->",
    "",
    "`npm run planted-bugs` plants each bug in the sources as they are loaded, and fails if no test finds it",
    "([how](../proof.md#who-proves-the-proof)). `test/planted-bugs` has the code of every bug, and its `found-by.json` has",
    "the seed or test that finds the bug.",
    "",
    "| stage | bugs | of these, need another fault | found by the simulation, up to seed | found by a named test | found by `npm test` | not found |",
    "|---|---:|---:|---|---:|---:|---:|",
    ...rows,
    rowOf("**total**", bugs, found),
  ].join("\n")}\n`;
}

function rowOf(title: string, bugs: readonly PlantedBug[], found: FoundBy): string {
  const bySimulation = bugs.filter(({ test }) => test === undefined);
  const seeds = bySimulation.flatMap(({ name }) => found[name]?.seed ?? []);
  const last = seeds.length === 0 ? "" : `, seed ${Math.max(...seeds)}`;
  const cells = [
    bugs.length,
    bugs.filter(({ needs }) => needs !== undefined).length,
    `${bySimulation.length}${last}`,
    bugs.length - bySimulation.length,
    bugs.filter(({ name, test }) => test !== undefined || (found[name]?.seed ?? Infinity) <= seedsOfNpmTest).length,
    bugs.filter(({ name }) => found[name] === undefined).length,
  ];
  return `| ${[title, ...cells].join(" | ")} |`;
}
