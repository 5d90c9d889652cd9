import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "@commander-js/extra-typings";
import { runChecks } from "./checks.ts";
import { liveChecks } from "./live-checks.ts";
import { runCommand, say } from "./run-command.ts";
import { standingChecks } from "./standing-checks.ts";

const command = new Command("npm run smoke --")
  .description(
    "Checks whether a deployed stage works (docs/deploy.md), and prints a line for each check. Sets one alarm for each topic to ALARM, " +
      "which notifies everyone who receives alarms, and sends a canary. Uses the AWS CLI's credentials.",
  )
  .requiredOption("--stage <stage>")
  .action(async ({ stage }) => {
    const emulated = process.env["AWS_ENDPOINT_URL"] !== undefined;
    const parts = { stage, emulated, runId: String(Date.now()), sleep };
    const { failed, untestable } = await runChecks([...standingChecks(parts), ...liveChecks(parts)], say);
    say(`${failed} failed, ${untestable} not testable here`);
    process.exitCode = failed === 0 ? 0 : 1;
  });

if (import.meta.main) await runCommand(command);
