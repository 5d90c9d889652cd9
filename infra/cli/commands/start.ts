import { spawn } from "node:child_process";
import type { Command } from "@commander-js/extra-typings";
import { exitCodes } from "../cli-errors.ts";
import { programOf } from "../installation.ts";
import type { Session } from "../session.ts";

/** The bridge of one machine, as a process of its own: the CLI talks to a bridge only through its API. */
export function addStart(program: Command, { end }: Session): void {
  program
    .command("start")
    .description("start a bridge on this machine, as `npm start` does; without an address, with a sandbox to try")
    .argument("[options...]", "its options: feedhook start --help")
    .helpOption(false)
    .allowUnknownOption()
    .action(async (options) => {
      const child = spawn(process.execPath, [...programOf("start"), ...options], { stdio: "inherit" });
      // Ctrl-C in a terminal reaches it anyway, and it takes two signals within a second for one.
      end.addEventListener("abort", () => child.kill("SIGTERM"));
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      if (code !== 0) process.exitCode = exitCodes.failed;
    });
}
