import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Access, type FunctionDeclaration } from "../../shared/kernel/function-topology.ts";
import { partitionGrants } from "../../shared/kernel/partition-grants.ts";
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

const keyActions = { none: [], unwrap: ["kms:Decrypt"], wrap: ["kms:Encrypt", "kms:Decrypt"] } as const;

/** Returns the statements of a function's role for tables, queues, bus and key: one for each resource, with named actions only. */
export function accessStatements(declaration: FunctionDeclaration, resources: Resources): PolicyStatement[] {
  const { tables, indexes = {}, scans = [], sends, watches = [], redrives = [], publishes, keys } = declaration;
  const statements = [
    ...entriesOf(tables).map(([name, access]) => tableStatement(name, access, declaration, resources)),
    ...entriesOf(indexes).map(([name, used]) => indexStatement(name, used, resources)),
    ...scans.map((name) => statement(["dynamodb:Scan"], [resources.tables[name].tableArn])),
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
  if (publishes) {
    statements.push(
      new PolicyStatement({
        actions: ["events:PutEvents"],
        resources: [resources.bus.eventBusArn],
        // Only the bridge may publish under its source, because consumers' rules trust it.
        conditions: { StringEquals: { "events:source": busRule.source } },
      }),
    );
  }
  if (keys !== "none") {
    statements.push(
      keyStatement(keyActions[keys], [resources.key.keyArn], declaration),
      // Functions only unwrap with a former key; they wrap with the one in use.
      ...(resources.formerKeys.length === 0 ? [] : [keyStatement(["kms:Decrypt"], resources.formerKeys, declaration)]),
    );
  }
  const { encryptionKey } = resources;
  return encryptionKey === undefined ? statements : [...statements, ...keyUseOf(declaration, encryptionKey)];
}

/** Instances and partners share `subscriptions`: there a function may touch only the partitions that are its business. */
function tableStatement(
  name: TableName,
  access: Access,
  { name: functionName }: FunctionDeclaration,
  { tables }: Resources,
): PolicyStatement {
  return new PolicyStatement({
    actions: [...tableActions[access]],
    resources: [tables[name].tableArn],
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
 * Every data key is bound to its tenant: a function that sends webhooks can't open the source's credentials, and vice
 * versa.
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

function indexStatement(name: TableName, indexes: readonly string[], { tables }: Resources): PolicyStatement {
  return statement(
    ["dynamodb:Query"],
    indexes.map((index) => `${tables[name].tableArn}/index/${index}`),
  );
}

function statement(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources] });
}
