import { createHash, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import { SourceProcess } from "../soak/source-process.ts";
import { ApiClient } from "./api-client.ts";
import { checkGone, checkRedrive } from "./check-queues.ts";
import { bootstrap, deployStacks, withAssembly } from "./deploy-stacks.ts";
import { preflight, restoreTables, rollBackBadFunction, smoke as runSmoke } from "./disaster-steps.ts";
import { type Emulator, EmulatorUnavailableError, startEmulator } from "./emulator.ts";
import { failAndRepeat } from "./first-failure.ts";
import { moveToStage } from "./move-to-stage.ts";
import { OperatorShell } from "./operator-shell.ts";
import { flipOptions } from "./option-flips.ts";
import { say } from "./progress.ts";
import { type Rehearsal, runDocumentedCommands } from "./run-documented-commands.ts";
import { soakStage, stageSoakTimings } from "./soak-stage.ts";
import { type Deployment, hears, steps } from "./steps.ts";

/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;

/** Short enough that the first contact and a change take minutes. Ticks come from the schedule, every 15 s. */
const timings = { timelinePeriod: 2_000, ownerPeriod: 10_000, dormantPeriod: 10_000, fastOverlap: 10_000 };

// `npm run test:deploy` rehearses a stage's life. `-- --commands` runs the documented commands on a stage instead, `--
// --move` moves a single-machine bridge to one, and `-- --soak 15` disturbs one for that many minutes. The gate skips
// those.
const { values } = parseArgs({
  options: {
    commands: { type: "boolean", default: false },
    move: { type: "boolean", default: false },
    soak: { type: "string" },
    /** Changes per second of a soak. */
    rate: { type: "string", default: "1" },
  },
});
const isWhole = !values.commands && !values.move && values.soak === undefined;

const cleanups: (() => Promise<void>)[] = [];
let emulator: Emulator | undefined;

// An interrupted run must not leave an emulator behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void cleanUp().then(() => process.exit(1));
  });
}

try {
  await smoke();
  say("passed");
} catch (error) {
  if (error instanceof EmulatorUnavailableError) {
    process.exitCode = unavailable;
    say(`not available here: ${error.message}: ${String(error.cause)}`);
  } else {
    process.exitCode = 1;
    say(`failed: ${error instanceof Error ? error.stack : String(error)}`);
    if (emulator !== undefined) say(`the emulator's last lines:\n${withoutMetrics(emulator.log()).slice(-30_000)}`);
  }
} finally {
  await cleanUp();
}

/** Functions print more metrics than all other lines together. */
function withoutMetrics(log: string): string {
  return log.replaceAll(/^\{"_aws".*\n/gm, "");
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** A stage that starts with an empty account, whose source has its own process. */
async function soak(endpoint: string, minutes: number): Promise<void> {
  const source = await SourceProcess.start(1);
  cleanups.push(async () => {
    source.stop();
  });
  const operatorKey = randomBytes(24).toString("base64url");
  const stage = { ...stageOf(source.ready.url, operatorKey), timings: { ...timings, ...stageSoakTimings } };
  await bootstrap(endpoint, stage);
  const { apiUrl } = await deployStacks(endpoint, stage);
  const killWorker = (fraction: number) => emulator?.killWorker(fraction) ?? false;
  await soakStage(
    { api: new ApiClient(endpoint, apiUrl, operatorKey), source, killWorker },
    minutes,
    Number(values.rate),
  );
}

function stageOf(partnerUrl: string, operatorKey: string) {
  const operatorKeyHash = createHash("sha256").update(operatorKey).digest("hex");
  return { stage: "prod", partnerUrl, operatorKeyHash, alarmEmail: "ops@acme.test", timings } as const;
}

/** From an empty account to a first verified webhook and an update, only through the deployed API. */
async function smoke(): Promise<void> {
  const endpoint = process.env["AWS_ENDPOINT_URL"] ?? (await ownEmulator());
  if (values.soak !== undefined) return soak(endpoint, Number(values.soak));
  const sandbox = await startSandbox({ seed: 7, records: 20 });
  cleanups.push(() => sandbox.close());
  const subscriber = await FlakySubscriber.start(() => false);
  cleanups.push(() => subscriber.close());
  const partnerSubscriber = await FlakySubscriber.start(() => false);
  cleanups.push(() => partnerSubscriber.close());
  const operatorKey = randomBytes(24).toString("base64url");
  const first = stageOf(sandbox.url, operatorKey);
  await bootstrap(endpoint, first);
  if (emulator !== undefined && isWhole) {
    await failAndRepeat(endpoint, first);
    await emulator.reset();
    await bootstrap(endpoint, first);
  }
  const shell = await OperatorShell.open(endpoint, operatorKey);
  cleanups.push(async () => {
    shell.close();
  });
  // The commands of docs/deploy.md#2-deploy.
  await preflight({ stage: first, shell });
  await deployStacks(endpoint, first);
  const stage = { ...first, protectStacks: true };
  const { apiUrl, canaryUrl } = await deployStacks(endpoint, stage);
  if (canaryUrl === undefined) throw new Error("the Ops stack has no output CanaryUrl");
  await checkRedrive(endpoint);
  say("every queue has its dead-letter queue");

  const [access] = sandbox.instances;
  if (access === undefined) throw new Error("the sandbox has no instance");
  const { name, clientId, clientSecret } = access;
  const api = new ApiClient(endpoint, apiUrl, operatorKey);
  const deployment: Deployment = {
    endpoint,
    api,
    canary: new ApiClient(endpoint, canaryUrl, operatorKey),
    subscriber,
    partnerSubscriber,
    partner: await PartnerClient.connect(sandbox.url, name, clientId, clientSecret),
    instance: { name, credentials: { clientId, clientSecret } },
    update: () => deployStacks(endpoint, { ...stage, tags: { owner: "integrations" } }),
  };
  // Into a stage that reads nothing yet.
  if (values.move) return moveToStage({ api, shell, partnerUrl: sandbox.url, deployment });
  const disaster = {
    ...{ endpoint, stage, shell },
    hears: (seconds: number) => hears(deployment, seconds),
  };
  // Before the steps that cause errors on purpose, which it would rightly find.
  if (isWhole) await runSmoke(disaster);
  let subscription = "";
  for (const step of steps) {
    say(`${step.title} …`);
    subscription = (await step.run(deployment, subscription)) ?? subscription;
  }
  if (values.commands) {
    await giveCommands(deployment, { shell, stage, subscription });
    return;
  }
  await rollBackBadFunction(disaster);
  await restoreTables(disaster);
  await flipOptions(endpoint, stage, shell);
  if (emulator === undefined) return;
  await emulator.reset();
  await checkGone(endpoint);
  say("taken down");
}

/** Runs the documented commands on a stage that the steps have filled. */
async function giveCommands(
  { endpoint, api, instance, subscriber }: Deployment,
  { shell, stage, subscription }: Pick<Rehearsal, "shell" | "stage"> & { readonly subscription: string },
): Promise<void> {
  const [first] = subscriber.taken;
  const [other] = z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse(await api.call("GET", "/v1/partners")).items;
  if (first === undefined || other === undefined) throw new Error("the steps left no webhook or no partner");
  const gaps = { instance, subscription, event: first.event.id, partner: other.id };
  await withAssembly(endpoint, stage, (assembly) =>
    runDocumentedCommands({ shell, stage, gaps: { ...gaps, assembly } }),
  );
}

async function ownEmulator(): Promise<string> {
  const started = await startEmulator();
  emulator = started;
  cleanups.push(() => started.stop());
  return started.endpoint;
}
