import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { exitCodes } from "../cli-errors.ts";
import { command } from "../command.ts";
import type { Session } from "../session.ts";

const help = `
An MCP host starts this command. The tools have the key's permissions, and change nothing without --allow-writes.
  docs/cli.md has settings for hosts.`;

export function addMcp(program: Command, session: Session): void {
  command(program, "mcp", "serve tools for AI agents over the Model Context Protocol, on standard input and output")
    .option("--allow-writes", "also offer tools that send something: ping, retry, replay after a dry run")
    .addHelpText("after", help)
    .action(async ({ allowWrites = false }) => {
      const { terminal, end } = session;
      const api = session.api();
      // Only this command loads the protocol's library, because loading it takes longer than most commands.
      const { serveMcp } = await import("../mcp/serve-mcp.ts");
      const log = (line: string): void => terminal.note(printableLine(line));
      await serveMcp(api, { allowWrites, end, log });
      // An open request has no reader left, and its connection could keep this process running for a minute.
      process.exit(exitCodes.done);
    });
}
