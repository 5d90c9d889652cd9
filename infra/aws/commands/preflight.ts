import { parseArgs } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";
import { readStage } from "../stages/read-stage.ts";
import { reasonOf, runAwsCli } from "./aws-cli.ts";
import { runChecks } from "./checks.ts";
import { preflightChecks } from "./preflight-checks.ts";

const usage = `npm run preflight -- --stage <stage>

Checks, before anything is created, whether a deployment would fail halfway (docs/deploy.md). Uses the stage's file, and the AWS
CLI with its credentials.
`;

const { values } = parseArgs({ options: { stage: { type: "string" } } });
if (values.stage === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const say = (line: string) => process.stdout.write(`${printable(line)}\n`);
  try {
    const options = readStage({ stage: values.stage });
    const { failed } = await runChecks(preflightChecks({ aws: runAwsCli, options }), say);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${printable(reasonOf(error))}\n`);
    process.exitCode = 1;
  }
}
