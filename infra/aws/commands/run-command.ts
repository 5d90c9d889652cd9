import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { messageOf } from "../../../shared/kernel/errors.ts";
import { printable } from "../../../shared/kernel/printable.ts";

/** Escapes unprintable characters, so that text from AWS can't control the terminal. */
export function say(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

export async function runCommand(command: CommandUnknownOpts): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    process.stderr.write(`${printable(messageOf(error))}\n`);
    process.exitCode = 1;
  }
}
