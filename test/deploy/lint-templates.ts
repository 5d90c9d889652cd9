import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../shared/kernel/errors.ts";
import { appOf, everyOption } from "../infra/support/deployment.ts";
import { say } from "./progress.ts";
import { pythonProgram } from "./python-program.ts";
import { runProgram } from "./run-program.ts";

/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;

type Rules = { readonly [rule: string]: string };

/** Whether CloudFormation accepts the templates in their region. Rules that don't apply here have a reason. */
const cfnLint = { name: "cfn-lint", version: "1.51.0" };
const notLinted: Rules = {
  W3005: "CDK says dependencies that references imply already",
};

/** Security rules that cdk-nag lacks. Rules that don't apply here have a reason. */
const checkov = { name: "checkov", version: "3.2.500" };
const notChecked: Rules = {
  CKV_AWS_18:
    "only Lambda and the publish function write to the bucket and only operators read it, some objects a year",
  CKV_AWS_21: "the bucket keeps batches of changes for 30 days, personal data among them: a version would outlive that",
  CKV_AWS_27:
    "every queue is encrypted; the bus's dead letters by SQS's own key, because the customer's has failed then",
  CKV_AWS_59: "the API's function checks the key of every request itself",
  CKV_AWS_73: "tracing is a recipe, for functions",
  CKV_AWS_76:
    "the firewall's log has every request; one of the stage would need a role that is set for the whole account",
  CKV_AWS_95: "the management API logs each request; the canary's endpoint logs what it refuses and measures the rest",
  CKV_AWS_111: "network interfaces and custom metrics know no smaller resource",
  CKV_AWS_115: "queues bound their functions; workers are kept by reserveConcurrency where the account can hold it",
  CKV_AWS_116: "what invokes functions keeps what fails: dead letters of queues, the bucket of the change stream",
  CKV_AWS_117: "functions reach AWS's public endpoints; staticEgress puts those that dial into a network",
  CKV_AWS_120: "answers of the API are each caller's own",
  CKV_AWS_158: "logs hold neither bodies nor secrets",
  CKV_AWS_173: "the environment holds names and a hash, no secret",
};

const folder = mkdtempSync(join(tmpdir(), "feedhook-lint-"));
try {
  const linter = await installed(cfnLint);
  const checker = await installed(checkov);
  appOf(everyOption, { outdir: folder }).synth();
  const templates = readdirSync(folder)
    .filter((name) => name.endsWith(".template.json"))
    .map((name) => join(folder, name));
  if (linter !== undefined) {
    const without = Object.keys(notLinted).flatMap((rule) => ["--ignore-checks", rule]);
    await runProgram(linter, ["--regions", "eu-north-1", ...without, "--template", ...templates]);
    say(`cfn-lint ${cfnLint.version} finds nothing in ${templates.length} templates`);
  }
  if (checker !== undefined) {
    const without = ["--skip-check", Object.keys(notChecked).join(",")];
    const how = ["--framework", "cloudformation", "--compact", "--quiet", "--skip-download"];
    await runProgram(checker, [...templates.flatMap((file) => ["-f", file]), ...how, ...without]);
    say(`Checkov ${checkov.version} finds nothing in ${templates.length} templates`);
  }
} catch (error) {
  process.exitCode = 1;
  say(messageOf(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The path of a program; undefined if it isn't available here, which is reported and decides the exit code. */
async function installed({ name, version }: typeof cfnLint): Promise<string | undefined> {
  try {
    return await pythonProgram(name, version, name);
  } catch (error) {
    process.exitCode = unavailable;
    say(`not available here: ${name} ${version} can't be installed: ${String(error)}`);
    return undefined;
  }
}
