import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { redriveFailures } from "./redrive-failures.ts";

const usage = `npm run redrive -- --stage <stage> [--dry-run]

Publishes the changes that publish gave up on (docs/runbook.md, publish-failures), with the AWS CLI and its credentials.
`;

const { values } = parseArgs({
  options: { stage: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.stage === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const { found, published, failed } = await redriveFailures({
    aws: async (args) => (await promisify(execFile)("aws", [...args], { maxBuffer: 64 * 1024 * 1024 })).stdout,
    stage: values.stage,
    dryRun: values["dry-run"],
    say,
  });
  say(`${found} found, ${published} published, ${failed} stay`);
  process.exitCode = failed === 0 ? 0 : 1;
}
