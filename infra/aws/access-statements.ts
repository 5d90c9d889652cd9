import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Access, type FunctionDeclaration, partitionGrants } from "../../shared/kernel/function-topology.ts";
import { busRule, type TableName } from "../../shared/kernel/topology.ts";
import { entriesOf } from "./entries-of.ts";
import { keyUseOf } from "./key-use.ts";
import { permission } from "./permission.ts";
import { queueOf, type Resources } from "./resources.ts";

const reading = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const writing = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:BatchWriteItem"];

const tableActions: { readonly [access in Access]: readonly string[] } = {
  read: reading,
  write: writing,
  readWrite: [...reading, ...writing],
};

const moving = ["sqs:StartMessageMoveTask", "sqs:ListMessageMoveTasks", "sqs:ReceiveMessage", "sqs:DeleteMessage"];

const keyActions = { unwrap: ["kms:Decrypt"], wrap: ["kms:Encrypt", "kms:Decrypt"] } as const;

/**
 * Names each action, and each resource where AWS supports that. A role has no versions, so until an update is done, the
 * old version of a function has the permissions of the new one. Therefore, the permissions for replaced resources
 * remain while the options list these resources.
 */
export function accessStatements(declaration: FunctionDeclaration, resources: Resources): PolicyStatement[] {
  const { tables, indexes = {}, scans = [], sends, watches = [], redrives = [], publishes, keys } = declaration;
  const statements = [
    ...entriesOf(tables).map(([name, access]) => tableStatement(name, access, declaration, resources)),
    ...entriesOf(indexes).map(([name, used]) => indexStatement(name, used, resources)),
    ...scans.map((name) => permission(["dynamodb:Scan"], tableArns(name, resources))),
    // Moving messages needs permission to receive them from one queue and send them to the other.
    ...[...new Set([...sends, ...redrives])].map((name) =>
      permission(["sqs:SendMessage"], [queueOf(resources, name).queue.queueArn]),
    ),
    ...watches.map((name) => {
      const { queue, deadLetters } = queueOf(resources, name);
      return permission(["sqs:GetQueueAttributes"], [queue.queueArn, deadLetters.queueArn]);
    }),
    ...(watches.length > 0 ? [permission(["cloudwatch:GetMetricData"], ["*"])] : []),
    ...redrives.map((name) => permission(moving, [queueOf(resources, name).deadLetters.queueArn])),
  ];
  if (publishes === true) {
    const buses = [resources.bus, ...resources.formerBuses].map((bus) => bus.eventBusArn);
    // Consumers' rules select the bridge's source, so the function may publish only under that source.
    const asBridge = { StringEquals: { "events:source": busRule.source } };
    statements.push(permission(["events:PutEvents"], buses, asBridge));
  }
  const keyArns = [resources.key.keyArn, ...resources.formerKeys];
  if (keys !== undefined) {
    // Every data key is bound to its tenant: a function that sends webhooks can't open the source's credentials, and a
    // function that polls can't open signing secrets.
    const ofTenants = { "kms:EncryptionContext:tenant": [...partitionGrants[declaration.name].tenants] };
    statements.push(permission(keyActions[keys], keyArns, { StringLike: ofTenants }));
  }
  // The function may use the key even if `encryptWithKey` is off. Data that was encrypted before the option was turned
  // off must stay readable, and the permission must exist before the option is turned on.
  return [...statements, ...keyUseOf(declaration, keyArns)];
}

/** Instances and partners share the table `subscriptions`. A function may use only the partitions granted to it. */
function tableStatement(
  name: TableName,
  access: Access,
  { name: functionName }: FunctionDeclaration,
  resources: Resources,
): PolicyStatement {
  const granted = { "dynamodb:LeadingKeys": [...partitionGrants[functionName].partitions] };
  const conditions = name === "subscriptions" ? { "ForAllValues:StringLike": granted } : undefined;
  return permission(tableActions[access], tableArns(name, resources), conditions);
}

function indexStatement(name: TableName, indexes: readonly string[], resources: Resources): PolicyStatement {
  return permission(
    ["dynamodb:Query"],
    tableArns(name, resources).flatMap((arn) => indexes.map((index) => `${arn}/index/${index}`)),
  );
}

function tableArns(name: TableName, { tables, formerTables }: Resources): string[] {
  const former = formerTables[name];
  return [tables[name].tableArn, ...(former === undefined ? [] : [former])];
}
