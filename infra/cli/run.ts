import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { CommanderError } from "@commander-js/extra-typings";
import { FeedhookError, InvalidInputError } from "../../shared/kernel/errors.ts";
import { printable } from "../../shared/kernel/printable.ts";
import { CliError, type ExitCode, exitCodes } from "./cli-errors.ts";
import { connect } from "./client/connect.ts";
import { createProgram } from "./create-program.ts";
import { findConnection, keyOf } from "./profiles/profile-file.ts";
import type { Session } from "./session.ts";
import { createTerminal } from "./terminal/terminal.ts";

/** A signal repeated within this time (ms) counts once: a terminal also signals npm, which passes its signal on. */
const sameSignal = 1_000;
/** How long (ms) npm may take to pass a signal on. */
const repeatedWithin = 200;

export async function run(argv: readonly string[]): Promise<ExitCode> {
  const ending = new AbortController();
  let endingSince = 0;
  const end = () => {
    // A second signal more than `sameSignal` after the first ends the program without waiting for running work.
    if (ending.signal.aborted && performance.now() - endingSince > sameSignal) process.exit(130);
    if (!ending.signal.aborted) endingSince = performance.now();
    ending.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  // The reader of a pipe, such as `head`, may end early, which isn't a failure.
  process.stdout.on("error", () => process.exit(exitCodes.done));
  const connection = () => findConnection(process.env, global().profile);
  const session: Session = {
    terminal: createTerminal(() => global().json),
    environment: process.env,
    end: ending.signal,
    url: () => connection().url,
    api: () => connect(connection().url, keyOf(connection()), global().asPartner),
    ask: process.stdin.isTTY && process.stderr.isTTY ? (question) => asked(question, ending.signal, end) : undefined,
  };
  const { program, global } = createProgram(session);
  try {
    await program.parseAsync(argv);
    // While Node shuts down, no handler runs, and a repeated signal would make this process fail.
    if (ending.signal.aborted) await sleep(repeatedWithin);
    return process.exitCode === exitCodes.failed ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    return printed(error, session, global().json);
  }
}

/** Asks on stderr, because stdout may be a pipe. Ctrl-C and Ctrl-D give an empty answer. */
async function asked(question: string, signal: AbortSignal, end: () => void): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on("SIGINT", end);
  try {
    return await lines.question(printable(question), { signal });
  } catch (error) {
    // Both Ctrl-C and Ctrl-D cause this error.
    if (error instanceof Error && error.name === "AbortError") return "";
    throw error;
  } finally {
    lines.close();
  }
}

function printed(error: unknown, { terminal }: Session, isJson: boolean): ExitCode {
  // Commander has already printed this error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (!(error instanceof FeedhookError)) {
    terminal.note(inspect(error));
    return exitCodes.failed;
  }
  const nextStep = error instanceof CliError ? error.nextStep : undefined;
  if (isJson) terminal.note(JSON.stringify({ error: { code: error.code, message: error.message, nextStep } }));
  else terminal.note(`feedhook: ${error.message}${nextStep === undefined ? "" : `\n  ${nextStep}`}`);
  if (error instanceof CliError) return error.exitCode;
  return error instanceof InvalidInputError ? exitCodes.usage : exitCodes.failed;
}
