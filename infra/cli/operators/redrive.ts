import { type Command, Option } from "@commander-js/extra-typings";
import { queues } from "../../../shared/kernel/topology.ts";
import { UsageError } from "../cli-errors.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import { runProgram } from "../run-program.ts";
import type { Session } from "../session.ts";
import { directory, itsDirectory, placeOf } from "./data.ts";

const names = Object.values(queues).map(({ name }) => name);

export function addRedrive(program: Command, session: Session): void {
  command(program, "redrive", "retry dead letters and changes that were set aside")
    .addOption(new Option("--queue <name>", "retry this queue's dead letters, through the API").choices(names))
    .option("--changes", "publish changes that were set aside, through the API (not on AWS)")
    .option(directory, `${itsDirectory}: retry both kinds, without the API`)
    .option("--stage <stage>", "a stage on AWS, whose unpublished changes are retried with the AWS CLI's credentials")
    .option("--dry-run", "with --stage: only list the changes")
    .action(async ({ queue, changes, dryRun = false, ...place }) => {
      if (queue !== undefined || changes === true) {
        if (place.dataDir !== undefined || place.stage !== undefined || (queue !== undefined && changes === true)) {
          throw new UsageError("--queue, --changes, --data-dir and --stage can't be combined");
        }
        const api = session.api();
        const call =
          queue === undefined
            ? api.POST("/v1/changes-set-aside/redrive")
            : api.POST("/v1/queues/{queue}/redrive", { params: { path: { queue } } });
        return print(session, call, ({ redriven }) => `Queued for retry: ${redriven}.`);
      }
      if (place.stage === undefined) return runProgram("data-command", ["redrive", ...placeOf(place)], session);
      return runProgram("redrive", [...placeOf(place), ...(dryRun ? ["--dry-run"] : [])], session);
    });
}
