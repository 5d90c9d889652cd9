import { styleText } from "node:util";
import Table from "cli-table3";

type Style = "red" | "green" | "yellow" | "dim" | "bold";

/** Where a command writes: results to stdout, and what is said about them to stderr, so that a pipe gets results only. */
export type Terminal = {
  /** Writes a result: as one line of JSON with `--json`, else as the text. */
  result(value: unknown, text: () => string): void;
  /** Says something that isn't a result; `--json` doesn't silence it. */
  note(text: string): void;
  /** Colours the text where stdout is a terminal and NO_COLOR isn't set. */
  style(style: Style, text: string): string;
  readonly isInteractive: boolean;
};

export function createTerminal(isJson: () => boolean): Terminal {
  return {
    result: (value, text) => {
      process.stdout.write(`${isJson() ? JSON.stringify(value) : text()}\n`);
    },
    note: (text) => {
      process.stderr.write(`${text}\n`);
    },
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
    isInteractive: process.stdout.isTTY,
  };
}

const noLines = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "" },
  ...{ bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" },
  ...{ left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "  " },
};

/** Columns with their heads in capitals, without lines between them: easy to read, and to cut with awk. */
export function tableOf(heads: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  const table = new Table({
    head: heads.map((head) => head.toUpperCase()),
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...rows.map((row) => row.map((cell) => singleLine(String(cell ?? "—")))));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** What others chose, a description or an error's text, must neither break a line nor steer the terminal. */
export function singleLine(text: string): string {
  // biome-ignore lint: the range is the point
  return text.replaceAll(/[\u0000-\u001a\u001c-\u001f\u007f-\u009f]+/g, " ");
}
