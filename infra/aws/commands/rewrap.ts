import { parseArgs } from "node:util";
import { printable } from "../../../shared/kernel/printable.ts";
import { reasonOf, runAwsCli } from "./aws-cli.ts";
import { rewrapDataKeys } from "./rewrap-data-keys.ts";

const usage = `npm run rewrap -- --stage <stage> [--dry-run]

Wraps the tenants' data keys with the stage's current key (docs/deploy.md, "Change the key"). Uses the AWS CLI with its
credentials.
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
    const { found, rewrapped, failed } = await rewrapDataKeys({ aws: runAwsCli, stage, dryRun, say });
    const done = dryRun ? "to rewrap" : "rewrapped";
    say(`${found} data keys, ${rewrapped} ${done}, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${printable(reasonOf(error))}\n`);
    process.exitCode = 1;
  }
}
