import type { Command } from "@commander-js/extra-typings";
import { runProgram } from "../run-program.ts";
import type { Session } from "../session.ts";

/** Starts a single-node bridge as a separate process, because the CLI uses a bridge only through its API. */
export function addStart(program: Command, session: Session): void {
  program
    .command("start")
    .description("start a bridge on this machine, like `npm start`; without --partner-url, start a demo with a sandbox")
    .argument("[options...]", "the bridge's options: feedhook start --help")
    .helpOption(false)
    .allowUnknownOption()
    .action((options) => runProgram("start", options, session));
}
