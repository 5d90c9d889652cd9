import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { deployStacks, readsClean, type StageOptions } from "./deploy-stacks.ts";
import type { OperatorShell } from "./operator-shell.ts";
import { say } from "./progress.ts";
import { withOperatorsFile } from "./stage-file.ts";

export type Disaster = {
  readonly endpoint: string;
  readonly stage: StageOptions;
  readonly shell: OperatorShell;
  /** Changes the source and waits for the webhook; false if it doesn't come within `seconds`. */
  readonly hears: (seconds: number) => Promise<boolean>;
};

const names = z.record(z.string(), z.string());
const restored = z.object({ restoredTables: names, restoredStreamArn: z.string(), formerTables: names });

/** Deploys a broken function, and rolls back with the runbook's command. */
export async function rollBackBadFunction({ endpoint, stage, shell, hears }: Disaster): Promise<void> {
  const before = await shell.runbook("version poll");
  // Nothing listens there, so this poll reads nothing more.
  await deployStacks(endpoint, { ...stage, partnerUrl: "http://127.0.0.1:9" });
  if ((await shell.runbook("version poll")) === before) throw new Error("the deployment made no new version of poll");
  if (await hears(45)) throw new Error("the bad function works all the same");
  say("a bad poll reads nothing");
  const back = await shell.runbook("back poll");
  if (back !== before) throw new Error(`back led to version ${back}, before it was ${before}`);
  if (!(await hears(240))) throw new Error("the version before doesn't work either");
  say("the version before reads again");
  await takeBackBadTick({ shell, hears });
  await deployStacks(endpoint, stage);
}

/** Gives `tick` a version that crashes at its start, and takes it back. Traffic shifting and its alarms aren't here. */
async function takeBackBadTick({ shell, hears }: Pick<Disaster, "shell" | "hears">): Promise<void> {
  const tick = (command: string, rest: string) =>
    shell.runbook(`aws lambda ${command} --function-name "$(fn tick)" ${rest} --output text`);
  const handlerOf = async () => (await tick("get-function-configuration", "--query Handler")).trim();
  const setHandler = (handler: string) => tick("update-function-configuration", `--handler ${handler} --query Handler`);
  const [before, handler] = [await shell.runbook("version tick"), await handlerOf()];
  await setHandler("index.missing");
  const bad = (await tick("publish-version", "--query Version")).trim();
  // The version check does the same, but CodeDeploy, which asks it, isn't here.
  if ((await tryVersion(shell, "tick", bad)) === "None") throw new Error("the bad tick passes its trial");
  for (const name of Object.keys(functions)) {
    const error = await tryVersion(shell, name, "live");
    if (error !== "None") throw new Error(`${name} fails its trial: ${error}`);
  }
  say("a bad tick fails its trial, and every other function passes");
  await tick("update-alias", `--name live --function-version ${bad} --query FunctionVersion`);
  await setHandler(handler);
  // The version before has requested polls for the next minutes, and they still find changes.
  for (const until = Date.now() + 180_000; await hears(45); )
    if (Date.now() > until) throw new Error("the bad tick works all the same");
  say("a bad tick requests nothing");
  const back = await shell.runbook("back tick");
  if (back !== before) throw new Error(`back led to version ${back}, before it was ${before}`);
  if (!(await hears(240))) throw new Error("the tick before doesn't work either");
  say("the tick before works again");
}

/** Runs a version's trial. Resolves with Lambda's name for its error, or None. */
async function tryVersion(shell: OperatorShell, name: string, version: string): Promise<string> {
  const invoke = `aws lambda invoke --function-name "$(fn ${name})" --qualifier ${version}`;
  return (
    await shell.runbook(`${invoke} --payload '{"trial":true}' --query FunctionError --output text /dev/null`)
  ).trim();
}

/** Restores all tables under new names and continues with them, step by step as in docs/deploy.md#restore. */
export async function restoreTables({ endpoint, stage, shell, hears }: Disaster): Promise<void> {
  // The emulator doesn't take backups from the template.
  await shell.run(
    "for table in $(aws dynamodb list-tables --query 'TableNames[]' --output text); do aws dynamodb update-continuous-backups" +
      " --table-name $table --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true; done",
  );
  const poll = (command: string, rest = "") =>
    shell.runbook(`aws lambda ${command} --function-name "$(fn poll)" ${rest}`);
  await poll("put-function-concurrency", "--reserved-concurrent-executions 0");
  const printed = await shell.run("npm run --silent restore-tables -- --stage prod --suffix rehearsal 2>/dev/null");
  const { formerTables, ...options } = restored.parse(JSON.parse(printed));
  if (Object.keys(options.restoredTables).length !== 5) throw new Error(`restored only ${printed}`);
  say("all tables stand under new names");
  await deployStacks(endpoint, { ...stage, ...options, formerTables });
  // Without the former tables, deployments are gradual again.
  await deployStacks(endpoint, { ...stage, ...options });
  await poll("delete-function-concurrency");
  if (!(await hears(600))) throw new Error("nothing comes of a change with the restored tables");
  say("what was registered before goes on with the restored tables");
  await readsClean(endpoint, { ...stage, ...options });
  say("a second synthesis changes nothing");
}

/** Checks the deployment as an operator does. */
export async function smoke({ shell }: Disaster): Promise<void> {
  say(`npm run smoke:\n${await shell.run("npm run --silent smoke -- --stage prod")}`);
}

/** Checks the account before the first deployment, as an operator does. */
export async function preflight({ stage, shell }: Pick<Disaster, "stage" | "shell">): Promise<void> {
  const printed = await withOperatorsFile(stage, () => shell.run("npm run --silent preflight -- --stage prod"));
  say(`npm run preflight:\n${printed}`);
}
