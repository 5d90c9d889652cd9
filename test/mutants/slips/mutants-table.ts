import type { Judged } from "./slips-page.ts";

const mark = "<!-- Written by `npm run slips -- --stryker --write`. -->";

type Row = {
  readonly part: string;
  readonly planted: number;
  readonly unnoticed: number;
  readonly untried: number;
  /** The commit at which the part was measured, or empty. */
  readonly at: string;
};

/**
 * Replaces the end of the mutants page by a table of how many findings were noticed, by folder. Folders without new
 * findings keep their rows. `at` is the commit of the new ones.
 */
export function withMutantsTable(page: string, judged: readonly Judged[], at: string): string {
  const [before = "", table = ""] = page.split(mark);
  const folders = Map.groupBy(judged, ({ file }) => file.split("/").slice(0, -1).slice(0, 3).join("/"));
  const measured = [...folders].map(([part, all]) => measuredRow(part, all, at));
  const kept = earlierRows(table).filter(({ part }) => !folders.has(part));
  const rows = [...kept, ...measured].toSorted((one, other) => (one.part < other.part ? -1 : 1));
  return [
    `${before}${mark}`,
    "",
    "| part | planted | noticed, % | unnoticed | not tried | at |",
    "|---|---:|---:|---:|---:|---|",
    ...rows.map(textOf),
    textOf(rows.reduce(withRow, measuredRow("**all**", [], ""))),
    "",
  ].join("\n");
}

function earlierRows(table: string): readonly Row[] {
  return [...table.matchAll(/^\| ((?:shared|functions|infra)\S*) \|(.*)\|$/gm)].map(([, part = "", cells = ""]) => {
    const [planted = "", , unnoticed = "", untried = "", at = ""] = cells.split("|").map((cell) => cell.trim());
    return { part, planted: Number(planted), unnoticed: Number(unnoticed), untried: Number(untried), at };
  });
}

function measuredRow(part: string, all: readonly Judged[], at: string): Row {
  const many = (outcome: Judged["outcome"]) => all.filter((one) => one.outcome === outcome).length;
  return { part, planted: all.length, unnoticed: many("survived"), untried: many("untried"), at };
}

function withRow(sum: Row, { planted, unnoticed, untried }: Row): Row {
  return {
    ...sum,
    planted: sum.planted + planted,
    unnoticed: sum.unnoticed + unnoticed,
    untried: sum.untried + untried,
  };
}

function textOf({ part, planted, unnoticed, untried, at }: Row): string {
  const share = ((100 * (planted - unnoticed - untried)) / planted).toFixed(1);
  return `| ${part} | ${planted} | ${share} | ${unnoticed} | ${untried} | ${at} |`;
}
