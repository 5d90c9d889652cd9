import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";
import { runAwsCli } from "./aws-cli.ts";
import { runChecks } from "./checks.ts";
import { liveChecks } from "./live-checks.ts";
import { standingChecks } from "./standing-checks.ts";

const usage = `npm run smoke -- --stage <stage>

Checks whether a deployed stage works (docs/deploy.md), and prints a line for each check. It sets two alarms to ALARM, which
notifies everyone who receives alarms, and sends a canary. Uses the AWS CLI with its credentials.
`;

const { values } = parseArgs({ options: { stage: { type: "string" } } });
const { stage } = values;
if (stage === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const emulated = process.env["AWS_ENDPOINT_URL"] !== undefined;
  const parts = { aws: runAwsCli, stage, emulated, runId: String(Date.now()), sleep };
  const say = (line: string) => process.stdout.write(`${printable(line)}\n`);
  const { failed, untestable } = await runChecks([...standingChecks(parts), ...liveChecks(parts)], say);
  say(`${failed} failed, ${untestable} not testable here`);
  process.exitCode = failed === 0 ? 0 : 1;
}
