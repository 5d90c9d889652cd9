import type { Judged } from "./slips-page.ts";

const mark = "<!-- Written by `npm run slips -- --stryker --write`. -->";

/**
 * Replaces the end of the mutants page by a table of the parts with these findings: how many were noticed, by folder.
 */
export function withMutantsTable(page: string, judged: readonly Judged[], measured: string): string {
  const [before = ""] = page.split(mark);
  const parts = Map.groupBy(judged, ({ file }) => file.split("/").slice(0, -1).slice(0, 3).join("/"));
  const rows = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([part, all]) => rowOf(part, all));
  return [
    `${before}${mark}`,
    "",
    `Measured ${measured}.`,
    "",
    "| part | planted | noticed | noticed, % | unnoticed | not tried |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
    rowOf("**all**", judged),
    "",
  ].join("\n");
}

function rowOf(part: string, all: readonly Judged[]): string {
  const many = (outcome: Judged["outcome"]) => all.filter((one) => one.outcome === outcome).length;
  const killed = many("killed");
  const share = ((100 * killed) / all.length).toFixed(1);
  return `| ${part} | ${all.length} | ${killed} | ${share} | ${many("survived")} | ${many("untried")} |`;
}
