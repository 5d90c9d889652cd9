import { styleText } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";

type Style = "red" | "green" | "yellow" | "dim" | "bold";

/** Escape sequences in `text` are shown, not applied. */
export type Styled = { readonly style: Style; readonly text: string };
export type Text = string | readonly (string | Styled)[];

/**
 * Results go to stdout and messages to stderr, so that a pipe gets only results. Unprintable characters are escaped,
 * because most of the text comes from others.
 */
export type Terminal = {
  /** With `--json`, a result is one line of JSON. */
  result(value: unknown, text: () => Text): void;
  /** Writes a message, even with `--json`. */
  note(text: string): void;
  /** Clears the screen, unless the output isn't a terminal or is JSON. */
  clear(): void;
};

const clearScreen = "\u001b[H\u001b[2J";

export function createTerminal(isJson: () => boolean): Terminal {
  return {
    result: (value, text) => process.stdout.write(`${isJson() ? printable(JSON.stringify(value)) : shown(text())}\n`),
    note: (text) => process.stderr.write(`${printable(text)}\n`),
    clear: () => {
      if (process.stdout.isTTY && !isJson()) process.stdout.write(clearScreen);
    },
  };
}

/** Colours appear if stdout is a terminal and NO_COLOR isn't set. */
function shown(text: Text): string {
  if (typeof text === "string") return printable(text);
  const stream = process.stdout;
  return text
    .map((part) =>
      typeof part === "string" ? printable(part) : styleText(part.style, printable(part.text), { stream }),
    )
    .join("");
}
