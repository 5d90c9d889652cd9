import type { Command } from "@commander-js/extra-typings";
import { runProgram } from "../run-program.ts";
import type { Session } from "../session.ts";

/** The bridge of one machine, as a process of its own: the CLI talks to a bridge only through its API. */
export function addStart(program: Command, session: Session): void {
  program
    .command("start")
    .description("start a bridge on this machine, as `npm start` does; without an address, with a sandbox to try")
    .argument("[options...]", "its options: feedhook start --help")
    .helpOption(false)
    .allowUnknownOption()
    .action((options) => runProgram("start", options, session));
}
