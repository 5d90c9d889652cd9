import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Access, type FunctionDeclaration, partitionGrants } from "../../shared/kernel/function-topology.ts";
import { busRule, type TableName } from "../../shared/kernel/topology.ts";
import { entriesOf } from "./entries-of.ts";
import { keyUseOf } from "./key-use.ts";
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
    ...scans.map((name) => statement(["dynamodb:Scan"], tableArns(name, resources))),
    // Moving messages needs permission to receive them from one queue and send them to the other.
    ...[...new Set([...sends, ...redrives])].map((name) =>
      statement(["sqs:SendMessage"], [queueOf(resources, name).queue.queueArn]),
    ),
    ...watches.map((name) => {
      const { queue, deadLetters } = queueOf(resources, name);
      return statement(["sqs:GetQueueAttributes"], [queue.queueArn, deadLetters.queueArn]);
    }),
    ...(watches.length > 0 ? [statement(["cloudwatch:GetMetricData"], ["*"])] : []),
    ...redrives.map((name) => statement(moving, [queueOf(resources, name).deadLetters.queueArn])),
  ];
  if (publishes === true) {
    statements.push(
      new PolicyStatement({
        actions: ["events:PutEvents"],
        resources: [resources.bus, ...resources.formerBuses].map((bus) => bus.eventBusArn),
        // Consumers' rules select the bridge's source, so the function may publish only under that source.
        conditions: { StringEquals: { "events:source": busRule.source } },
      }),
    );
  }
  if (keys !== undefined) {
    statements.push(keyStatement(keyActions[keys], [resources.key.keyArn, ...resources.formerKeys], declaration));
  }
  // The function may use the key even if `encryptWithKey` is off. Data that was encrypted before the option was turned
  // off must stay readable, and the permission must exist before the option is turned on.
  return [...statements, ...keyUseOf(declaration, [resources.key.keyArn, ...resources.formerKeys])];
}

/** Instances and partners share the table `subscriptions`. A function may use only the partitions granted to it. */
function tableStatement(
  name: TableName,
  access: Access,
  { name: functionName }: FunctionDeclaration,
  resources: Resources,
): PolicyStatement {
  return new PolicyStatement({
    actions: [...tableActions[access]],
    resources: tableArns(name, resources),
    ...(name === "subscriptions"
      ? {
          conditions: {
            "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...partitionGrants[functionName].partitions] },
          },
        }
      : {}),
  });
}

/**
 * Every data key is bound to its tenant: a function that sends webhooks can't open the source's credentials, and a
 * function that polls can't open signing secrets.
 */
function keyStatement(
  actions: readonly string[],
  keys: readonly string[],
  { name }: FunctionDeclaration,
): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [...keys],
    conditions: { StringLike: { "kms:EncryptionContext:tenant": [...partitionGrants[name].tenants] } },
  });
}

function indexStatement(name: TableName, indexes: readonly string[], resources: Resources): PolicyStatement {
  return statement(
    ["dynamodb:Query"],
    tableArns(name, resources).flatMap((arn) => indexes.map((index) => `${arn}/index/${index}`)),
  );
}

function tableArns(name: TableName, { tables, formerTables }: Resources): string[] {
  const former = formerTables[name];
  return [tables[name].tableArn, ...(former === undefined ? [] : [former])];
}

function statement(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources] });
}
