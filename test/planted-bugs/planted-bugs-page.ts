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

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The text of docs/planted-bugs.md. */
export function plantedBugsPage(bugs: readonly PlantedBug[], found: FoundBy): string {
  const double = bugs.filter(({ needs }) => needs !== undefined).length;
  const bySimulation = bugs.filter(({ test }) => test === undefined).length;
  const lines = groups.flatMap(([title, files]) => [
    `## ${title}`,
    "",
    "| planted in | bug | it also takes | found by |",
    "|---|---|---|---|",
    ...bugs.filter(({ file }) => files.test(file)).map((bug) => rowOf(bug, found)),
    "",
  ]);
  return [
    "# Planted bugs",
    "",
    "<!-- Made by `npm run planted-bugs -- --write`; don't edit. -->",
    "",
    `${bugs.length} bugs are planted one at a time into the sources while they are loaded, ${double} of which do harm only when something else`,
    `goes wrong besides. ${bySimulation} must be found by the simulation of the whole bridge ([proof.md](proof.md)) within 200 seeds, the others by`,
    "the test that the table names. `npm run planted-bugs` plants all of them; a bug that nothing finds fails it.",
    "",
    ...lines,
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function rowOf({ name, file, needs = "", test }: PlantedBug, found: FoundBy): string {
  const finding = found[name];
  const by = finding === undefined ? "nothing" : foundBy(finding, test);
  return `| \`${file}\` | ${cell(name)} | ${cell(needs)} | ${cell(by)} |`;
}

function foundBy({ seed, what }: FoundBy[string], test: string | undefined): string {
  return test === undefined ? `seed ${seed ?? 0}` : `\`${test.replace("test/", "")}\`: ${what}`;
}
