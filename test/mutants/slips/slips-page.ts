import type { EquivalentSlip } from "./equivalent-slips.ts";
import type { Mutant } from "./instrument.ts";

export type Judged = Mutant & { readonly outcome: "killed" | "equivalent" | "survived" | "untried" };

const mutators = ["SwapAwaited", "DropAwait", "DropKeyMember", "DropCondition", "FirstOfMinMax"] as const;
const headings = ["swapped", "`await`", "keys", "conditions", "min, max"];

/** What `npm run slips -- --write` keeps in docs: by part and kind of slip, how many were noticed. */
export function slipsPage(judged: readonly Judged[], equivalent: readonly EquivalentSlip[], measured: string): string {
  const parts = Map.groupBy(judged, ({ file }) => partOf(file));
  const rows = [...parts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([part, slips]) => rowOf(part, slips));
  const survived = judged.filter(({ outcome }) => outcome === "survived");
  return [
    "<!-- Written by `npm run slips -- --write`. -->",
    "",
    "# Slips",
    "",
    "`npm run slips` changes the sources in one place at a time, as people do by mistake: two awaited statements change places, an",
    "`await` is left out, a key lacks a part, a write lacks a condition, `Math.min` and `Math.max` give their first argument. Each slip",
    "must be noticed: those of `await` by the linter, the others by a test. [proof.md](../proof.md#mutants) says more about mutants.",
    "",
    `Measured ${measured}. A cell reads: noticed of planted, without those that make no difference.`,
    "",
    `| part | ${headings.join(" | ")} | noticed | equivalent | unnoticed | not tried |`,
    `|---|${headings.map(() => "---|").join("")}---|---|---|---|`,
    ...rows,
    rowOf("**all**", judged),
    "",
    "## Equivalent",
    "",
    "These make no difference that a test could see.",
    "",
    "| file | slip | why |",
    "|---|---|---|",
    ...equivalent.map(
      ({ file, mutator, becomes, why }) => `| \`${file}\` | ${mutator}: \`${cell(becomes)}\` | ${cell(why)} |`,
    ),
    "",
    ...(survived.length === 0 ? [] : ["## Unnoticed", "", "| file | slip |", "|---|---|"]),
    ...survived.map(
      ({ file, line, mutator, replacement }) => `| \`${file}:${line}\` | ${mutator}: \`${cell(replacement)}\` |`,
    ),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function rowOf(part: string, slips: readonly Judged[]): string {
  const cells = mutators.map((name) => ofThese(slips.filter(({ mutator }) => mutator === name)));
  const many = (outcome: Judged["outcome"]) => slips.filter((one) => one.outcome === outcome).length;
  const share = (100 * many("killed")) / Math.max(1, slips.length - many("equivalent"));
  return `| ${part} | ${cells.join(" | ")} | ${share.toFixed(1)} % | ${many("equivalent")} | ${many("survived")} | ${many("untried")} |`;
}

function ofThese(slips: readonly Judged[]): string {
  const counted = slips.filter(({ outcome }) => outcome !== "equivalent");
  const killed = counted.filter(({ outcome }) => outcome === "killed");
  return counted.length === 0 ? "" : `${killed.length} of ${counted.length}`;
}

const partOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("functions") ? 1 : 2)
    .join("/");

const cell = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'").slice(0, 120);
