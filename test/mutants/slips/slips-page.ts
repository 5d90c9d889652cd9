import type { Mutant } from "./instrument.ts";

export type Judged = Mutant & { readonly outcome: "killed" | "equivalent" | "survived" | "untried" };

const mutators = ["SwapAwaited", "DropAwait", "DropKeyMember", "DropCondition", "FirstOfMinMax"] as const;
const headings = ["swapped", "`await`", "keys", "conditions", "min, max"];

/** The docs part of `npm run slips -- --write`: how many were noticed, by part and kind of slip. */
export function slipsPage(judged: readonly Judged[], measured: string): string {
  const parts = Map.groupBy(judged, ({ file }) => partOf(file));
  const rows = [...parts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([part, slips]) => rowOf(part, slips));
  return [
    "<!-- Written by `npm run slips -- --write`. -->",
    "",
    "# Slips",
    "",
    "`npm run slips` swaps two awaited statements, or drops an `await`, a part of a key, a condition of a write, or all but the",
    "first argument of `Math.min` and `Math.max`. The linter or a test must notice each slip ([mutants](../proof.md#mutants)).",
    "",
    `Measured ${measured}. Cells are noticed/planted, without equivalent slips.`,
    "`npm run slips -- --known` lists the unnoticed ones. A slip that a test noticed is tried again only when its code changes",
    "or with `--fresh`. `test/mutants/slips/equivalent-slips*.ts` says why each equivalent slip makes no difference.",
    "",
    `| part | ${headings.join(" | ")} | equivalent |`,
    `|---|${headings.map(() => "---|").join("")}---|`,
    ...rows,
    rowOf("**all**", judged),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function rowOf(part: string, slips: readonly Judged[]): string {
  const cells = mutators.map((name) => ofThese(slips.filter(({ mutator }) => mutator === name)));
  const equivalent = slips.filter(({ outcome }) => outcome === "equivalent").length;
  return `| ${part} | ${cells.join(" | ")} | ${equivalent} |`;
}

function ofThese(slips: readonly Judged[]): string {
  const counted = slips.filter(({ outcome }) => outcome !== "equivalent");
  const killed = counted.filter(({ outcome }) => outcome === "killed");
  return counted.length === 0 ? "" : `${killed.length}/${counted.length}`;
}

const partOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("functions") ? 1 : 2)
    .join("/");
