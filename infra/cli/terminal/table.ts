import Table from "cli-table3";
import stringWidth from "string-width";
import { printableLine } from "../../../shared/kernel/printable.ts";

export type Cell = string | number | undefined;

const noLines = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "" },
  ...{ bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" },
  ...{ left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "  " },
};
const gap = 2;

/** Undefined for a pipe, in which each row must stay on one line. */
const widthOfTerminal = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/**
 * Columns without lines between them are easy to read and to split with awk. If a row is wider than the terminal, the
 * widest cells wrap between words. If words alone are too wide, each row becomes a block of lines. Nothing is cut off,
 * because ids are copied from tables.
 */
export function tableOf(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  width = widthOfTerminal(),
): string {
  const cells = rows.map((row) => row.map((cell) => printableLine(String(cell ?? "—"))));
  const all = [heads.map((head) => head.toUpperCase()), ...cells];
  if (width === undefined) return lined(all);
  const columns = fittedColumns(all, width);
  return columns === undefined ? blocksOf(all) : lined(all, columns);
}

/** Without `columns`, each column is as wide as its widest cell. */
function lined([head = [], ...rows]: readonly (readonly string[])[], columns?: readonly number[]): string {
  const table = new Table({
    head: [...head],
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    ...(columns && { colWidths: [...columns], wordWrap: true }),
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** A block for each row, with a line for each cell: its column's head, then the cell. */
function blocksOf([heads = [], ...rows]: readonly (readonly string[])[]): string {
  const widest = Math.max(0, ...heads.map(stringWidth));
  return rows
    .map((row) => row.map((cell, at) => `${(heads[at] ?? "").padEnd(widest)}  ${cell}`.trimEnd()).join("\n"))
    .join("\n\n");
}

/** Undefined if the longest words alone don't fit. */
function fittedColumns(rows: readonly (readonly string[])[], width: number) {
  const count = rows[0]?.length ?? 0;
  const widest = (at: number, parts: (cell: string) => readonly string[]) =>
    Math.max(1, ...rows.flatMap((row) => parts(row[at] ?? "").map(stringWidth)));
  const columns = Array.from({ length: count }, (_, at) => widest(at, (cell) => [cell]));
  const least = columns.map((_, at) => widest(at, (cell) => cell.split(" ")));
  const room = width - gap * (count - 1);
  if (sum(least) > room) return undefined;
  while (sum(columns) > room) {
    // The column with the most spare width shrinks first.
    const spare = columns.map((column, at) => column - (least[at] ?? column));
    const at = spare.indexOf(Math.max(...spare));
    columns[at] = (columns[at] ?? 0) - 1;
  }
  return columns;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
