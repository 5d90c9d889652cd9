import type { Command } from "@commander-js/extra-typings";
import { UsageError } from "../cli-errors.ts";
import { command } from "../command.ts";
import { runProgram } from "../run-program.ts";
import type { Session } from "../session.ts";

export const directory = "--data-dir <dir>";
export const itsDirectory = "the bridge's data directory";

/** Commands that read or write a bridge's data directly, without its API. */
export function addData(program: Command, session: Session): void {
  const run = (...argv: readonly string[]) => runProgram("data-command", argv, session);
  command(program, "backup", "back up a single-node bridge into a sealed file, even while it runs")
    .requiredOption(directory, itsDirectory)
    .requiredOption("--to <file>", "the file to write the backup to")
    .action(({ dataDir, to }) => run("backup", "--data-dir", dataDir, "--to", to));
  command(program, "restore", "check a backup and restore it into an empty directory")
    .requiredOption("--from <file>", "the backup")
    .requiredOption(directory, "an empty directory")
    .action(({ dataDir, from }) => run("restore", "--from", from, "--data-dir", dataDir));
  command(program, "export", "export a stopped bridge to move it elsewhere; it won't start here again")
    .requiredOption(directory, itsDirectory)
    .requiredOption("--to <file>", "the file to write the export to")
    .action(({ dataDir, to }) => run("export", "--data-dir", dataDir, "--to", to));
  command(
    program,
    "import",
    "import an export into an empty directory or into a new bridge on AWS; continues after an interruption",
  )
    .requiredOption("--from <file>", "the export")
    .option(directory, "an empty directory")
    .option("--stage <stage>", "a stage on AWS without instances, with the AWS CLI's credentials")
    .action(({ from, ...place }) => run("import", "--from", from, ...placeOf(place)));
}

type Place = { readonly dataDir?: string | undefined; readonly stage?: string | undefined };

/** Throws {@link UsageError} unless exactly one is set. */
export function placeOf({ dataDir, stage }: Place): readonly string[] {
  if (dataDir !== undefined && stage === undefined) return ["--data-dir", dataDir];
  if (dataDir === undefined && stage !== undefined) return ["--stage", stage];
  throw new UsageError(
    "exactly one of --data-dir and --stage is required",
    "Use --data-dir for one machine, or --stage for AWS.",
  );
}

/** The bridge is a separate process, because the CLI uses a bridge only through its API. */
export function addStart(program: Command, session: Session): void {
  command(
    program,
    "start",
    "start a bridge on this machine, like `npm start`; without --partner-url, start a demo with a sandbox",
  )
    .argument("[options...]", "the bridge's options: feedhook start --help")
    .helpOption(false)
    .allowUnknownOption()
    .action((options) => runProgram("start", options, session));
}
