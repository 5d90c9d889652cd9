import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { redriveFailures } from "./redrive-failures.ts";

const usage = `npm run redrive -- --stage <stage> [--dry-run]

Publishes the changes that publish gave up on (docs/runbook.md, publish-failures), with the AWS CLI and its credentials.
`;

async function aws(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("aws", [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** What went wrong, for people: the CLI says it itself, behind the command that it was given. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ENOENT" ? "the AWS CLI isn't on the PATH" : error.message;
}

const { values } = parseArgs({
  options: { stage: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.stage === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const { stage, "dry-run": dryRun } = values;
    const { found, published, failed } = await redriveFailures({ aws, stage, dryRun, say });
    say(`${found} found, ${published} published, ${failed} stay`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}
