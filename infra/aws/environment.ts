import { Aws } from "aws-cdk-lib";
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
  return {
    STAGE: options.stage,
    ...Object.fromEntries(
      entriesOf(tables).map(([table]) => [`TABLE_${variableOf(table)}`, resources.tables[table].tableName]),
    ),
    ...Object.fromEntries(
      [...sends, ...watches].map((queue) => [
        `QUEUE_${variableOf(queue)}_URL`,
        queueOf(resources, queue).queue.queueUrl,
      ]),
    ),
    ...Object.fromEntries(
      watches.map((queue) => [`DEAD_LETTERS_${variableOf(queue)}_URL`, queueOf(resources, queue).deadLetters.queueUrl]),
    ),
    ...(publishes ? { BUS_NAME: resources.bus.eventBusName } : {}),
    ...(keys === undefined ? {} : { KEY_ID: resources.key.keyArn }),
    ...(keys === undefined || resources.formerKeys.length === 0
      ? {}
      : { FORMER_KEY_IDS: resources.formerKeys.join(",") }),
    ...(name === "poll" ? { PARTNER_URL: options.partnerUrl } : {}),
    ...(name === "api" ? { OPERATOR_KEY_HASH: options.operatorKeyHash } : {}),
    ...(name === "api" && options.formerOperatorKeyHash !== undefined
      ? { FORMER_OPERATOR_KEY_HASH: options.formerOperatorKeyHash }
      : {}),
    ...(name === "api" && options.signIn !== undefined ? { SIGN_IN: JSON.stringify(options.signIn) } : {}),
    ...((name === "api" || dialsPartners(name)) && options.domainName !== undefined
      ? { OWN_DOMAINS: options.domainName }
      : {}),
    ...((mails || name === "api") && options.alertEmailFrom !== undefined ? { MAIL_FROM: options.alertEmailFrom } : {}),
    ...((mails || name === "api") && options.domainName !== undefined
      ? { PORTAL_URL: `https://${options.domainName}` }
      : {}),
    ...(name === "api" && options.awsDestinations
      ? { DESTINATIONS_PRINCIPAL: `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:root` }
      : {}),
    ...(isForEmulator(options) ? { ALLOW_INSECURE_ENDPOINTS: "true" } : {}),
    ...(traced.has(name) && options.tracing !== undefined ? { TRACING: JSON.stringify(options.tracing) } : {}),
    ...(options.timings === undefined ? {} : { TIMINGS: JSON.stringify(options.timings) }),
  };
}

/** `recover` publishes events that never reached the bus. */
const traced: ReadonlySet<FunctionDeclaration["name"]> = new Set(["publish", "recover", "fanout", "deliver"]);

/** These functions connect to addresses that partners choose, which must not be the bridge's own. */
function dialsPartners(name: FunctionDeclaration["name"]): boolean {
  return name === "deliver" || name === "alert";
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
