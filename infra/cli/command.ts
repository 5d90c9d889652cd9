import type { Command } from "@commander-js/extra-typings";

/** Adds a command to the program or to a group of commands. `usage`: its name and arguments, such as `show <id>`. */
export const command = <Usage extends string>(group: Command, usage: Usage, description: string) =>
  group.command(usage).description(description);
