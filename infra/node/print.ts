import { inspect } from "node:util";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import { printable } from "../../shared/kernel/printable.ts";

/** Prints lines for a person. Unprintable characters are escaped, because others choose the names and paths in them. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/**
 * Prints why a program can't continue: the message of an error that a person can fix, otherwise the error with its
 * stack.
 */
export function printFailure(error: unknown): void {
  const text = error instanceof FeedhookError ? `feedhook: ${error.message}` : inspect(error);
  process.stderr.write(`${printable(text)}\n`);
}
