import { Program } from "../../support/program.ts";

/** `code`: the exit code, or the signal that ended it. */
export type CliResult = { readonly code: number | string | null; readonly stdout: string; readonly stderr: string };

/**
 * The `feedhook` command as a separate process, which gets nothing from the test's environment except the path and the
 * cache of compiled sources.
 */
export class CliProgram extends Program<CliResult> {
  readonly ended = this.closed.then((code) => ({ code, stdout: this.stdout, stderr: this.stderr }));

  /** In its own process group if it is to be killed with the programs it starts. */
  constructor(environment: Readonly<Record<string, string>>, argv: readonly string[], input = "", detached = false) {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: "1", ...environment };
    super(process.execPath, ["infra/cli/feedhook.mjs", ...argv], { env, detached }, input);
  }
}
