import type { TableDescription } from "@aws-sdk/client-dynamodb";
import { Lambda } from "@aws-sdk/client-lambda";
import { paginateListServiceQuotas, ServiceQuotas } from "@aws-sdk/client-service-quotas";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { clientOptions, listed } from "./deployed-stage.ts";

export type CheckResult = { readonly outcome: "pass" | "fail" | "not testable here"; readonly detail: string };

export type Check = { readonly name: string; readonly run: () => Promise<CheckResult> };

export const pass = (detail: string): CheckResult => ({ outcome: "pass", detail });
export const fail = (detail: string): CheckResult => ({ outcome: "fail", detail });
/** An emulator may not support what the check needs. */
export const failUnless = (emulated: boolean, detail: string): CheckResult => ({
  outcome: emulated ? "not testable here" : "fail",
  detail,
});

/**
 * Errors for a call that an emulator, or a region without the service, doesn't support. The SDK calls an error without
 * a code `Unknown`; AWS's own errors have a code.
 */
const unknownCall = /not ?implemented|unknown ?(operation|action)|invalid ?action|unsupported|^Unknown:/i;

/** A check that throws has failed, unless it made an unsupported call. */
export async function runChecks(
  checks: readonly Check[],
  say: (line: string) => void,
): Promise<{ readonly failed: number; readonly untestable: number }> {
  const width = Math.max(...checks.map(({ name }) => name.length));
  let [failed, untestable] = [0, 0];
  for (const { name, run } of checks) {
    const { outcome, detail } = await run().catch((error: unknown): CheckResult => {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      return { outcome: unknownCall.test(reason) ? "not testable here" : "fail", detail: printableLine(reason) };
    });
    if (outcome === "fail") failed += 1;
    if (outcome === "not testable here") untestable += 1;
    say(`${name.padEnd(width)}  ${outcome.padEnd(17)}  ${detail}`);
  }
  return { failed, untestable };
}

/**
 * The bridge's maximum number of concurrent executions. A function without a reservation uses at most the sum of its
 * queues' limits.
 */
const mostWorkers = Object.values(functions).reduce((sum, { name, reservedConcurrency }) => {
  const ofQueues = Object.values(queues).filter(({ consumer }) => consumer === name);
  return sum + (reservedConcurrency ?? ofQueues.reduce((most, { maxConcurrency }) => most + maxConcurrency, 0));
}, 0);

/** Quotas of the account and region, which are the same before and after a deployment. */
export const quotaChecks: readonly Check[] = [
  { name: "concurrency", run: checkConcurrency },
  { name: "event quotas", run: checkEventQuotas },
];

export async function concurrencyLimit(): Promise<number> {
  const { AccountLimit } = await new Lambda(clientOptions()).getAccountSettings({});
  return AccountLimit?.ConcurrentExecutions ?? 0;
}

async function checkConcurrency() {
  const limit = await concurrencyLimit();
  return limit >= mostWorkers
    ? pass(`${limit}, of which the bridge uses at most ${mostWorkers}`)
    : fail(`${limit}; the bridge uses up to ${mostWorkers}: request a quota of 1,000`);
}

/**
 * The lowest values that AWS gives an account in any region (docs/deploy.md#quotas). If the account's value is lower,
 * someone has lowered it.
 */
const leastEvents = { published: 400, matched: 1_100 };

/** The region's quotas limit how many events per second the bridge can publish and the bus can send to targets. */
async function checkEventQuotas() {
  const client = new ServiceQuotas(clientOptions());
  const pages = paginateListServiceQuotas({ client }, { ServiceCode: "events" });
  const quotasOfEvents = await listed(pages, ({ Quotas }) => Quotas);
  const of = (name: string) => quotasOfEvents.find(({ QuotaName }) => QuotaName?.startsWith(name))?.Value;
  const [published, matched] = [of("PutEvents"), of("Invocations")];
  if (published === undefined || matched === undefined) {
    return fail("Service Quotas lists no quota for PutEvents or for invocations");
  }
  const quotas = `${published} PutEvents and ${matched} invocations a second`;
  return published >= leastEvents.published && matched >= leastEvents.matched
    ? pass(quotas)
    : fail(`${quotas}, less than ${leastEvents.published} and ${leastEvents.matched}: request AWS's default value`);
}

/** CloudFormation doesn't add indexes to a restored table. */
export function missingIndexes(
  table: TableName,
  name: string,
  { GlobalSecondaryIndexes = [] }: TableDescription = {},
): CheckResult | undefined {
  const known = GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
  const missing = tables[table].indexes.map((index) => index.name).filter((index) => !known.includes(index));
  if (missing.length === 0) return undefined;
  return fail(`${name} has no index ${missing.join(", ")}: run restore-tables again with the table's suffix`);
}
