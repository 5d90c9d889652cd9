import { costOf, type Pair, type Pass, ratiosOf, type Spread, spreadOf } from "./pairs.ts";

export type Result = {
  readonly name: string;
  readonly unit: string;
  /** Empty if nothing is compared. */
  readonly pairs: readonly Pair[];
  /** Today's passes. */
  readonly passes: readonly Pass[];
};

/** Three digits, because a cost can be a second or a hundredth of a millisecond. */
export const digits = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 3 });

const spread = (one: Spread, text: (value: number) => string): string =>
  one.least === one.most ? text(one.median) : `${text(one.median)} (${text(one.least)} to ${text(one.most)})`;

const ratio = (value: number) => value.toFixed(2);
const megabytes = (passes: readonly Pass[], kind: "resident" | "peak") =>
  `${Math.round(spreadOf(passes.map(({ memory }) => memory[kind])).median)}`;

const ofSide = (passes: readonly Pass[]): readonly string[] => [
  spread(spreadOf(passes.map(costOf)), digits),
  `${megabytes(passes, "resident")}, ${megabytes(passes, "peak")}`,
];

/** The results as a Markdown table. `against` names the version that today's is compared with. */
export function resultTable(results: readonly Result[], against: string | undefined): string {
  const sides = against === undefined ? ["now"] : ["now", against];
  const heads = sides.flatMap((side) => [`ms of CPU, ${side}`, `MB at the end, at most, ${side}`]);
  const head = ["arm", "per", ...heads, ...(against === undefined ? [] : ["now ÷ then"])];
  const rows = results.map(({ name, unit, passes, pairs }) => [
    ...[name, unit, ...ofSide(passes)],
    ...(against === undefined
      ? []
      : [...ofSide(pairs.map((pair) => pair.against)), `**${spread(ratiosOf(pairs), ratio)}**`]),
  ]);
  return aligned([head, head.map((_, at) => (at < 2 ? "---" : "---:")), ...rows]);
}

/** Pads the cells, so that the text is also a table in a terminal. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length))) ?? [];
  return rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`).join("\n");
}

/** What a unit of an arm's work took, by name, on both sides. The most frequent come first. */
export function countsTable(
  now: Readonly<Record<string, number>>,
  against: Readonly<Record<string, number>> | undefined,
): string {
  const names = [...new Set([...Object.keys(now), ...Object.keys(against ?? {})])];
  const most = (name: string) => Math.max(now[name] ?? 0, against?.[name] ?? 0);
  const shown = (value = 0) => value.toFixed(3).padStart(9);
  return names
    .filter((name) => most(name) >= 0.005)
    .sort((one, other) => most(other) - most(one))
    .map((name) => `${shown(now[name])}${against === undefined ? "" : `  ${shown(against[name])}`}  ${name}`)
    .join("\n");
}
