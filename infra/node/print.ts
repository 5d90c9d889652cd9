import { inspect } from "node:util";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import { printable } from "../../shared/kernel/printable.ts";

/** Unprintable characters are escaped, because others choose the names and paths in the text. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** An error that a person can fix is shown without its stack. */
export function printFailure(error: unknown): void {
  const text = error instanceof FeedhookError ? `feedhook: ${error.message}` : inspect(error);
  process.stderr.write(`${printable(text)}\n`);
}
