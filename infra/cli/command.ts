import type { Command } from "@commander-js/extra-typings";

/** Adds a command to the program or to a group of commands. */
export const command = <Name extends string>(group: Command, name: Name, description: string) =>
  group.command(name).description(description);
