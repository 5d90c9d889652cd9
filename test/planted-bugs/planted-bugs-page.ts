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

/** `npm test` runs the seeds from 1 to this one, and all files that tests are named of. */
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
    "`npm run planted-bugs` plants each bug into the sources as they are loaded, and fails if nothing finds it",
    "([who proves the proof](../proof.md#who-proves-the-proof)). `test/planted-bugs` holds the code of every bug, and `found-by.json` there",
    "the seed or test that finds it.",
    "",
    "| stage | bugs | that need another fault, too | found by the simulation, by seed | found by a named test | of all, found by `npm test` | not found |",
    "|---|---:|---:|---|---:|---:|---:|",
    ...rows,
    rowOf("**together**", bugs, found),
  ].join("\n")}\n`;
}

function rowOf(title: string, bugs: readonly PlantedBug[], found: FoundBy): string {
  const bySimulation = bugs.filter(({ test }) => test === undefined);
  const seeds = bySimulation.flatMap(({ name }) => found[name]?.seed ?? []);
  const last = seeds.length === 0 ? "" : `, seed ${Math.max(...seeds)} at the latest`;
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
