import type { Judged } from "./slips-page.ts";

const mark = "<!-- Written by `npm run slips -- --stryker --write`. -->";

type Row = {
  readonly part: string;
  readonly planted: number;
  readonly noticed: number;
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
    "| part | planted | noticed | noticed, % | unnoticed | not tried | at |",
    "|---|---:|---:|---:|---:|---:|---|",
    ...rows.map(textOf),
    textOf(rows.reduce(withRow, measuredRow("**all**", [], ""))),
    "",
  ].join("\n");
}

function earlierRows(table: string): readonly Row[] {
  return [...table.matchAll(/^\| ((?:shared|functions|infra)\S*) \|(.*)\|$/gm)].map(([, part = "", cells = ""]) => {
    const [planted = "", noticed = "", , unnoticed = "", untried = "", at = ""] = cells
      .split("|")
      .map((cell) => cell.trim());
    const counts = { planted: Number(planted), noticed: Number(noticed), unnoticed: Number(unnoticed) };
    return { part, ...counts, untried: Number(untried), at };
  });
}

function measuredRow(part: string, all: readonly Judged[], at: string): Row {
  const many = (outcome: Judged["outcome"]) => all.filter((one) => one.outcome === outcome).length;
  const found = { noticed: many("killed"), unnoticed: many("survived"), untried: many("untried") };
  return { part, planted: all.length, ...found, at };
}

function withRow(sum: Row, { planted, noticed, unnoticed, untried }: Row): Row {
  return {
    ...sum,
    planted: sum.planted + planted,
    noticed: sum.noticed + noticed,
    unnoticed: sum.unnoticed + unnoticed,
    untried: sum.untried + untried,
  };
}

function textOf({ part, planted, noticed, unnoticed, untried, at }: Row): string {
  const share = ((100 * noticed) / planted).toFixed(1);
  return `| ${part} | ${planted} | ${noticed} | ${share} | ${unnoticed} | ${untried} | ${at} |`;
}
