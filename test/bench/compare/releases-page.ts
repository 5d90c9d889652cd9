import { costOf, ratiosOf, spreadOf } from "./pairs.ts";
import { digits, type Result } from "./result-text.ts";

export type Release = {
  readonly version: string;
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
};

/**
 * The page with the release's line: a new one at the end of its table, or in place of the version's former line. Cells
 * of arms that weren't run keep the former figures. The columns are the arms in the table's head.
 */
export function withRelease(
  page: string,
  { version, date, commit, machine }: Release,
  results: readonly Result[],
): string {
  const lines = page.split("\n");
  const head = lines.findIndex((line) => line.startsWith("| version |"));
  if (head < 0) throw new Error("the page has no table that begins with | version |");
  const columns = cellsOf(lines[head] ?? "").slice(4);
  const missing = results.find(({ name }) => !columns.includes(name));
  if (missing !== undefined) throw new Error(`the table has no column ${missing.name}`);
  let end = head;
  while (lines[end]?.startsWith("|") === true) end += 1;
  const former = lines.findIndex((line, at) => at > head && at < end && cellsOf(line)[0] === version);
  const kept = former < 0 ? [] : cellsOf(lines[former] ?? "").slice(4);
  const cells = columns.map((column, at) => {
    const result = results.find(({ name }) => name === column);
    return result === undefined ? (kept[at] ?? "") : figureOf(result);
  });
  const line = `| ${[version, date, commit, machine, ...cells].join(" | ")} |`;
  return lines.toSpliced(former < 0 ? end : former, former < 0 ? 0 : 1, line).join("\n");
}

/** Whether the page has a line for the version. */
export const hasRelease = (page: string, version: string): boolean =>
  page.split("\n").some((line) => line.startsWith("|") && cellsOf(line)[0] === version);

const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function figureOf({ passes, pairs }: Result): string {
  const cost = digits(spreadOf(passes.map(costOf)).median);
  return pairs.length === 0 ? cost : `${cost} (${ratiosOf(pairs).median.toFixed(2)} ×)`;
}
