import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import { ApiClient } from "./api-client.ts";
import { checkNoDeadLetters, checkRedrive } from "./check-queues.ts";
import { deployStacks } from "./deploy-stacks.ts";
import { type Emulator, EmulatorUnavailableError, startEmulator } from "./emulator.ts";
import { say } from "./progress.ts";

/** Exit code for "could not be tried here": neither passed nor failed. */
const unavailable = 75;

/** Short enough that the first contact and a change fit into minutes; ticks come from the schedule, once in 15 s. */
const timings = { timelinePeriod: 2_000, ownerPeriod: 10_000, fastOverlap: 10_000 };

/** With the depth of every queue: the rights and addresses that this takes stand in no other test. */
const depth = z.object({ ready: z.int(), delayed: z.int(), inFlight: z.int(), dead: z.literal(0) });
const status = z.object({
  instances: z.array(z.object({ name: z.string(), baselineDone: z.boolean() })),
  queues: z.record(z.enum(["ticks", "poll", "fanout", "deliver", "recover"]), depth),
});

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
    if (emulator !== undefined) say(`the emulator's last lines:\n${emulator.log().slice(-6_000)}`);
  }
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** From an empty account to a first verified webhook, through the deployed API only. */
async function smoke(): Promise<void> {
  const endpoint = process.env["AWS_ENDPOINT_URL"] ?? (await ownEmulator());
  const sandbox = await startSandbox({ seed: 7, records: 20 });
  cleanups.push(() => sandbox.close());
  const subscriber = await FlakySubscriber.start(() => false);
  cleanups.push(() => subscriber.close());
  const operatorKey = randomBytes(24).toString("base64url");

  const { apiUrl } = await deployStacks(endpoint, {
    stage: "emulator",
    partnerUrl: sandbox.url,
    operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
    timings: JSON.stringify(timings),
  });
  await checkRedrive(endpoint);
  say("every queue has its dead-letter queue");

  const api = new ApiClient(endpoint, apiUrl, operatorKey);
  const [access] = sandbox.instances;
  if (access === undefined) throw new Error("the sandbox has no instance");
  const { name, clientId, clientSecret } = access;
  await api.call("PUT", `/v1/instances/${name}`, { credentials: { clientId, clientSecret }, requestsPerSecond: 20 });
  say(`instance ${name} registered`);
  const created = await api.call("POST", "/v1/subscriptions", { url: subscriber.url, eventTypes: ["*"] });
  subscriber.trust(z.object({ secret: z.string() }).parse(created).secret);
  say("subscribed");

  await until("the first contact is read", 6 * 60_000, async () => {
    const { instances } = status.parse(await api.call("GET", "/v1/status"));
    return instances.some((instance) => instance.name === name && instance.baselineDone);
  });

  const partner = await PartnerClient.connect(sandbox.url, name, clientId, clientSecret);
  const { id } = await partner.post("/person", { firstName: "Kari", lastName: "Nordmann" });
  say(`person ${id} created at the source`);
  await until("its webhook arrives", 4 * 60_000, async () =>
    subscriber.taken.some(({ event }) => event.type === "person.created" && event.subject.id === id),
  );
  if (subscriber.unverified.length > 0) throw new Error(`signatures: ${subscriber.unverified.join("; ")}`);
  say(`webhooks so far: ${subscriber.taken.length}, each verified by the official library`);
  await checkNoDeadLetters(endpoint);
  say("no dead letters");
}

async function ownEmulator(): Promise<string> {
  const started = await startEmulator();
  emulator = started;
  cleanups.push(() => started.stop());
  return started.endpoint;
}

async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1_000} s`);
    await sleep(1_000);
  }
  say(what);
}
