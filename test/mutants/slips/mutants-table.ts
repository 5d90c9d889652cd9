import type { Judged } from "./slips-page.ts";

const mark = "<!-- Written by `npm run mutants -- --write`. -->";

type Row = {
  readonly part: string;
  readonly planted: number;
  /** How many no test noticed or tried. */
  readonly unnoticed: number;
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
    "| part | planted | noticed, % | unnoticed | at |",
    "|---|---:|---:|---:|---|",
    ...rows.map(textOf),
    textOf(rows.reduce(withRow, measuredRow("**all**", [], ""))),
    "",
  ].join("\n");
}

function earlierRows(table: string): readonly Row[] {
  return [...table.matchAll(/^\| ((?:shared|functions|infra)\S*) \|(.*)\|$/gm)].map(([, part = "", cells = ""]) => {
    const [planted = "", , unnoticed = "", at = ""] = cells.split("|").map((cell) => cell.trim());
    return { part, planted: Number(planted), unnoticed: Number(unnoticed), at };
  });
}

function measuredRow(part: string, all: readonly Judged[], at: string): Row {
  const unnoticed = all.filter(({ outcome }) => outcome === "survived" || outcome === "untried");
  return { part, planted: all.length, unnoticed: unnoticed.length, at };
}

function withRow(sum: Row, { planted, unnoticed }: Row): Row {
  return { ...sum, planted: sum.planted + planted, unnoticed: sum.unnoticed + unnoticed };
}

function textOf({ part, planted, unnoticed, at }: Row): string {
  const share = ((100 * (planted - unnoticed)) / planted).toFixed(1);
  return `| ${part} | ${planted} | ${share} | ${unnoticed} | ${at} |`;
}
