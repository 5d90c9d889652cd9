import { parseArgs } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";
import { reasonOf, runAwsCli } from "./aws-cli.ts";
import { redriveFailures } from "./redrive-failures.ts";

const usage = `npm run redrive -- --stage <stage> [--dry-run]

Publishes the changes that publish gave up on (docs/runbook.md, publish-failures). Uses the AWS CLI with its credentials.
`;

const { values } = parseArgs({
  options: { stage: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const say = (line: string) => process.stdout.write(`${printable(line)}\n`);
if (values.stage === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const { stage, "dry-run": dryRun } = values;
    const { found, published, failed } = await redriveFailures({ aws: runAwsCli, stage, dryRun, say });
    say(`${found} found, ${published} published, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${printable(reasonOf(error))}\n`);
    process.exitCode = 1;
  }
}
