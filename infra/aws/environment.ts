import { Aws } from "aws-cdk-lib";
import { variableOf } from "../../functions/runtime/aws/aws-settings.ts";
import { defined } from "../../shared/kernel/defined.ts";
import type { FunctionDeclaration } from "../../shared/kernel/function-topology.ts";
import { entriesOf } from "./entries-of.ts";
import { type DeployOptions, isForEmulator } from "./options.ts";
import { queueOf, type Resources } from "./resources.ts";

export function environmentOf(
  declaration: FunctionDeclaration,
  resources: Resources,
  options: DeployOptions,
): { [variable: string]: string } {
  const { name, tables, sends, watches = [], publishes = false, keys, mails = false } = declaration;
  const { stage, partnerUrl, signIn, domainName, alertEmailFrom, tracing, timings } = options;
  const formerKeys = resources.formerKeys.length === 0 ? undefined : resources.formerKeys.join(",");
  const principal = options.awsDestinations ? `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:root` : undefined;
  const isApi = name === "api";
  return defined({
    STAGE: stage,
    ...Object.fromEntries(
      entriesOf(tables).map(([table]) => [variableOf.table(table), resources.tables[table].tableName]),
    ),
    ...Object.fromEntries(
      [...sends, ...watches].map((queue) => [variableOf.queue(queue), queueOf(resources, queue).queue.queueUrl]),
    ),
    ...Object.fromEntries(
      watches.map((queue) => [variableOf.deadLetters(queue), queueOf(resources, queue).deadLetters.queueUrl]),
    ),
    BUS_NAME: publishes ? resources.bus.eventBusName : undefined,
    KEY_ID: keys && resources.key.keyArn,
    FORMER_KEY_IDS: keys && formerKeys,
    PARTNER_URL: name === "poll" ? partnerUrl : undefined,
    OPERATOR_KEY_HASH: isApi ? options.operatorKeyHash : undefined,
    FORMER_OPERATOR_KEY_HASH: isApi ? options.formerOperatorKeyHash : undefined,
    SIGN_IN: isApi && signIn !== undefined ? JSON.stringify(signIn) : undefined,
    OWN_DOMAINS: isApi || dialsPartners(name) ? domainName : undefined,
    MAIL_FROM: isApi || mails ? alertEmailFrom : undefined,
    PORTAL_URL: (isApi || mails) && domainName !== undefined ? `https://${domainName}` : undefined,
    DESTINATIONS_PRINCIPAL: isApi ? principal : undefined,
    ALLOW_INSECURE_ENDPOINTS: isForEmulator(options) ? "true" : undefined,
    TRACING: traced.has(name) && tracing !== undefined ? JSON.stringify(tracing) : undefined,
    TIMINGS: timings && JSON.stringify(timings),
  });
}

/** `recover` publishes events that never reached the bus. */
const traced: ReadonlySet<FunctionDeclaration["name"]> = new Set(["publish", "recover", "fanout", "deliver"]);

/** These functions connect to addresses that partners choose, which must not be the bridge's own. */
function dialsPartners(name: FunctionDeclaration["name"]): boolean {
  return name === "deliver" || name === "alert";
}
