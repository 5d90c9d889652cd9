import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Access, busRule, type FunctionDeclaration, type TableName } from "../../shared/kernel/topology.ts";
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

const keyActions = { none: [], unwrap: ["kms:Decrypt"], wrap: ["kms:Encrypt", "kms:Decrypt"] } as const;

/** What a function may do with tables, queues, bus and key: one statement per resource, named actions only. */
export function accessStatements(declaration: FunctionDeclaration, resources: Resources): PolicyStatement[] {
  const { tables, indexes = {}, scans = [], sends, watches = [], publishes, keys } = declaration;
  const statements = [
    ...entriesOf(tables).map(([name, access]) => tableStatement(name, access, resources)),
    ...entriesOf(indexes).map(([name, used]) => indexStatement(name, used, resources)),
    ...scans.map((name) => statement(["dynamodb:Scan"], [resources.tables[name].tableArn])),
    ...sends.map((name) => statement(["sqs:SendMessage"], [queueOf(resources, name).queue.queueArn])),
    ...watches.map((name) => {
      const { queue, deadLetters } = queueOf(resources, name);
      return statement(["sqs:GetQueueAttributes"], [queue.queueArn, deadLetters.queueArn]);
    }),
  ];
  if (publishes) {
    statements.push(
      new PolicyStatement({
        actions: ["events:PutEvents"],
        resources: [resources.bus.eventBusArn],
        // Nobody but us may speak as us: consumers' rules trust the source.
        conditions: { StringEquals: { "events:source": busRule.source } },
      }),
    );
  }
  if (keys !== "none") {
    statements.push(
      new PolicyStatement({
        actions: [...keyActions[keys]],
        resources: [resources.key.keyArn],
        // A key of yours may wrap what isn't ours: only a tenant's data key is ever opened.
        conditions: { Null: { "kms:EncryptionContext:tenant": "false" } },
      }),
    );
  }
  const { encryptionKey } = resources;
  return encryptionKey === undefined ? statements : [...statements, ...keyUseOf(declaration, encryptionKey)];
}

function tableStatement(name: TableName, access: Access, { tables }: Resources): PolicyStatement {
  return statement(tableActions[access], [tables[name].tableArn]);
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
