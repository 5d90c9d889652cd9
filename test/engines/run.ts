import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { say } from "../deploy/progress.ts";
import { EnginesUnavailableError, jarsOf } from "./jars.ts";
import { checkJava, dynamoDbLocal, elasticMq, startDynamoDbLocal, startElasticMq } from "./java-engine.ts";

/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;

// `npm run test:engines` runs everything; `-- --only move` runs the files whose names contain that text. `-- --pin`
// writes the checksums of the fetched files after a version change.
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, pin: { type: "boolean", default: false } },
});

/** For suites that run on several engines, the tests that run on these. */
const onTheseEngines = "DynamoDB|SQS|AWS|engine";

const cleanups: (() => Promise<void>)[] = [];
// An interrupted run must not leave engines behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void cleanUp().then(() => process.exit(1));
  });
}

try {
  await checkJava();
  if (values.pin) for (const artifact of [dynamoDbLocal, elasticMq]) await jarsOf(artifact, true);
  else await runTests();
} catch (error) {
  if (!(error instanceof EnginesUnavailableError)) throw error;
  process.exitCode = unavailable;
  say(`not available here: ${error.message}: ${String(error.cause)}`);
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

async function runTests(): Promise<void> {
  // One after the other, because a running engine would keep this process alive if the other fails to start.
  const dynamo = await startDynamoDbLocal();
  cleanups.push(() => dynamo.stop());
  const queues = await startElasticMq();
  cleanups.push(() => queues.stop());
  say(`DynamoDB Local ${dynamoDbLocal.version} at ${dynamo.url}, ElasticMQ ${elasticMq.version} at ${queues.url}`);
  const files = suites().filter((file) => file.includes(values.only));
  const child = spawn("npx", ["vitest", "run", ...files, "--testNamePattern", onTheseEngines], {
    stdio: "inherit",
    env: { DIFFERENTIAL: "6", ...process.env, FEEDHOOK_DYNAMODB: dynamo.url, FEEDHOOK_SQS: queues.url },
  });
  cleanups.push(async () => void child.kill("SIGTERM"));
  process.exitCode = await new Promise<number>((resolve) =>
    child.once("close", (code) => {
      resolve(code ?? 1);
    }),
  );
  say(process.exitCode === 0 ? "passed" : "failed");
}

/** Every contract suite that opens DynamoDB's tables or SQS's queues, and those of these engines alone. */
function suites(): readonly string[] {
  const contracts = readdirSync("test/contract")
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test/contract", name))
    .filter((file) => /support\/(dynamo|sqs)\.ts|table-engines\.ts/.test(readFileSync(file, "utf8")));
  const own = readdirSync("test/engines").filter((name) => name.endsWith(".test.ts"));
  return [
    ...contracts,
    ...own.map((name) => join("test/engines", name)),
    "test/simulation/differential.test.ts",
    "test/e2e/move.test.ts",
  ];
}
