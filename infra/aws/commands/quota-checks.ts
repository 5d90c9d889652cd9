import * as z from "zod";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import type { AwsCli } from "./aws-cli.ts";
import { asJson, type Check, fail, pass } from "./checks.ts";

/** The most executions that all functions use at the same time: the reserved ones, and those that queues limit. */
const mostWorkers = Object.values(functions).reduce((sum, { name, reservedConcurrency }) => {
  const ofQueues = Object.values(queues).filter(({ consumer }) => consumer === name);
  return sum + (reservedConcurrency ?? ofQueues.reduce((most, { maxConcurrency }) => most + maxConcurrency, 0));
}, 0);

/** Quotas of the account and region, which are the same before and after a deployment. */
export function quotaChecks(aws: AwsCli): readonly Check[] {
  return [
    { name: "concurrency", run: () => concurrency(aws) },
    { name: "event quotas", run: () => eventQuotas(aws) },
  ];
}

async function concurrency(aws: AwsCli) {
  const { AccountLimit } = z
    .object({ AccountLimit: z.object({ ConcurrentExecutions: z.int() }) })
    .parse(await asJson(aws, ["lambda", "get-account-settings"]));
  const limit = AccountLimit.ConcurrentExecutions;
  return limit >= mostWorkers
    ? pass(`${limit}, of which the bridge uses at most ${mostWorkers}`)
    : fail(`${limit}; the bridge uses up to ${mostWorkers}: request a quota of 1,000`);
}

/** How many events the bridge may publish, and how many the bus may send to targets. AWS limits both per region. */
async function eventQuotas(aws: AwsCli) {
  const query = "Quotas[?contains(QuotaName,'PutEvents') || starts_with(QuotaName,'Invocations')].[QuotaName,Value]";
  const found = z
    .array(z.tuple([z.string(), z.number()]))
    .parse(await asJson(aws, ["service-quotas", "list-service-quotas", "--service-code", "events", "--query", query]));
  const of = (name: string) => found.find(([quota]) => quota.startsWith(name))?.[1];
  const [published, matched] = [of("PutEvents"), of("Invocations")];
  return published === undefined || matched === undefined
    ? fail("Service Quotas lists no quota for PutEvents or for invocations")
    : pass(`${published} PutEvents and ${matched} invocations a second`);
}
