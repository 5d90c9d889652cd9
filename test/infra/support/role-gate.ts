import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { closeServer, listenLocally } from "../../support/local-server.ts";
import type { Statement } from "./rights.ts";

/** IAM's input for a decision. Resources are named by their place in the app: `Data/Subscriptions`, `Data/Key`. */
export type AwsCall = {
  readonly action: string;
  readonly resource: string;
  /** The condition keys of the request. */
  readonly context: { readonly [key: string]: readonly string[] };
};

/** Whether the statements allow a call. Throws an Error for an unsupported operator. */
export function allows(statements: readonly Statement[], { action, resource, context }: AwsCall): boolean {
  return statements.some(
    (one) =>
      one.actions.includes(action) &&
      one.resources.includes(resource) &&
      Object.entries(one.conditions).every(([operator, wanted]) =>
        Object.entries(wanted).every(([key, patterns]) => holds(operator, context[key], patterns)),
      ),
  );
}

function holds(operator: string, actual: readonly string[] | undefined, patterns: readonly string[]): boolean {
  const matches = (text: string) => patterns.some((pattern) => isLike(text, pattern));
  switch (operator) {
    case "StringEquals":
      return actual !== undefined && actual.every((text) => patterns.includes(text));
    case "StringLike":
      return actual?.some(matches) === true;
    case "ForAllValues:StringLike":
      return (actual ?? []).every(matches);
    default:
      throw new Error(`no condition of kind ${operator} was expected`);
  }
}

function isLike(text: string, pattern: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === pattern;
  if (rest.length > 1 || rest[0] !== "") throw new Error(`no pattern like ${pattern} was expected`);
  return text.startsWith(head);
}

const attribute = z.looseObject({ S: z.string().optional() });
const item = z.record(z.string(), attribute);
const body = z.looseObject({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  Key: item.optional(),
  Item: item.optional(),
  RequestItems: z.record(z.string(), z.unknown()).optional(),
  ExpressionAttributeValues: item.optional(),
  KeyConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).optional(),
  QueueUrl: z.string().optional(),
  SourceArn: z.string().optional(),
  KeyId: z.string().optional(),
  Plaintext: z.string().optional(),
  CiphertextBlob: z.string().optional(),
  EncryptionContext: z.record(z.string(), z.string()).optional(),
  Entries: z.array(z.looseObject({})).optional(),
});
type Body = z.output<typeof body>;

export type RoleGate = {
  readonly url: string;
  readonly calls: readonly AwsCall[];
  /** What was sent, by the queue's place. */
  readonly sent: Map<string, string[]>;
  readonly published: { readonly DetailType: string; readonly Detail: string }[];
  statements: readonly Statement[];
  close(): Promise<void>;
};

/**
 * The AWS endpoint of one role: it responds to what the role's statements allow, and with AccessDenied to everything
 * else.
 */
export async function openRoleGate(statements: readonly Statement[], dynamo: string): Promise<RoleGate> {
  const calls: AwsCall[] = [];
  const gate = { statements, sent: new Map<string, string[]>(), published: [] as RoleGate["published"] };
  const server = createServer((request, response) => {
    void (async () => {
      const text = await buffer(request);
      const [service = "", operation = ""] = String(request.headers["x-amz-target"]).split(".");
      const given = body.parse(JSON.parse(text.toString("utf8")));
      const needed = callsOf(service, operation, given);
      calls.push(...needed);
      const refused = needed.find((call) => !allows(gate.statements, call));
      if (refused !== undefined) {
        response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
        const message = `not allowed: ${JSON.stringify(refused)}`;
        response.end(JSON.stringify({ __type: "AccessDeniedException", message }));
        return;
      }
      const answer = service.startsWith("DynamoDB")
        ? await passOn(dynamo, request, text)
        : { status: 200, text: JSON.stringify(ownAnswer(operation, given, gate)) };
      response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(answer.text);
    })();
  });
  return Object.assign(gate, { url: await listenLocally(server), calls, close: () => closeServer(server) });
}

/** The rights that a request needs: SQS moves messages with the caller's rights. */
function callsOf(service: string, operation: string, given: Body): readonly AwsCall[] {
  const call = callOf(service, operation, given);
  if (operation !== "StartMessageMoveTask") return [call];
  const { resource, context } = call;
  return [
    call,
    ...["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"].map((action) => ({ ...call, action })),
    { action: "sqs:SendMessage", resource: resource.replace("/DeadLetters/", "/"), context },
  ];
}

function callOf(service: string, operation: string, given: Body): AwsCall {
  if (service.startsWith("DynamoDB")) {
    const [table = ""] = given.RequestItems === undefined ? [given.TableName] : Object.keys(given.RequestItems);
    const path = `Data/${table.charAt(0).toUpperCase()}${table.slice(1)}`;
    const resource = given.IndexName === undefined ? path : `${path}/index/${given.IndexName}`;
    return { action: `dynamodb:${operation}`, resource, context: { "dynamodb:LeadingKeys": partitionsOf(given) } };
  }
  if (service === "TrentService") {
    const context = Object.entries(given.EncryptionContext ?? {}).map(([key, value]) => [
      `kms:EncryptionContext:${key}`,
      [value],
    ]);
    const resource = (given.KeyId ?? "").replace(/\.Arn$/, "");
    return { action: `kms:${operation}`, resource, context: Object.fromEntries(context) };
  }
  if (service === "AWSEvents") {
    const entries = given.Entries ?? [];
    const sources = entries.map(({ Source }) => String(Source));
    return {
      action: `events:${operation}`,
      resource: String(entries[0]?.["EventBusName"]),
      context: { "events:source": sources },
    };
  }
  if (service.startsWith("GraniteService")) return { action: `cloudwatch:${operation}`, resource: "*", context: {} };
  const action = `sqs:${operation.replace(/Batch$/, "")}`;
  return { action, resource: pathOfQueue(given), context: {} };
}

const pathOfQueue = ({ QueueUrl, SourceArn = "" }: Body) =>
  QueueUrl === undefined ? SourceArn.replace("arn:", "") : decodeURIComponent(new URL(QueueUrl).pathname.slice(1));

function partitionsOf({ Key, Item, RequestItems, ExpressionAttributeValues, KeyConditionExpression, ...given }: Body) {
  if (RequestItems !== undefined) {
    // Every pk in it, whatever the request is called.
    return [...JSON.stringify(RequestItems).matchAll(/"pk":\{"S":("(?:[^"\\]|\\.)*")\}/g)].map(([, text]) =>
      z.string().parse(JSON.parse(text!)),
    );
  }
  const own = (Key ?? Item)?.["pk"]?.S;
  if (own !== undefined) return [own];
  const [, name = "", value = ""] = /(#?\w+) = (:\w+)/.exec(KeyConditionExpression ?? "") ?? [];
  const attributeName = given.ExpressionAttributeNames?.[name] ?? name;
  const asked = ExpressionAttributeValues?.[value]?.S;
  if (asked === undefined) throw new Error(`no partition in ${KeyConditionExpression} (${attributeName})`);
  return [asked];
}

async function passOn(dynamo: string, request: IncomingMessage, text: Buffer) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !["connection", "content-length", "expect", "host"].includes(name)) {
      headers.set(name, value);
    }
  }
  const answer = await fetch(dynamo, { method: "POST", headers, body: text });
  return { status: answer.status, text: await answer.text() };
}

function ownAnswer(operation: string, given: Body, gate: Pick<RoleGate, "sent" | "published">): object {
  const entries = given.Entries ?? [];
  switch (operation) {
    case "SendMessageBatch": {
      const queue = pathOfQueue(given);
      const bodies = entries.map(({ MessageBody }) => String(MessageBody));
      gate.sent.set(queue, [...(gate.sent.get(queue) ?? []), ...bodies]);
      const md5 = (text: string) => createHash("md5").update(text).digest("hex");
      return {
        Successful: entries.map(({ Id }, position) => ({
          Id,
          MessageId: String(position),
          MD5OfMessageBody: md5(bodies[position] ?? ""),
        })),
      };
    }
    case "GetQueueAttributes":
      return {
        Attributes: {
          QueueArn: `arn:${pathOfQueue(given)}`,
          // Each dead-letter queue holds a message, so that their ages and redrives are looked up.
          ApproximateNumberOfMessages: pathOfQueue(given).includes("/DeadLetters/") ? "1" : "0",
          ApproximateNumberOfMessagesDelayed: "0",
          ApproximateNumberOfMessagesNotVisible: "0",
        },
      };
    case "StartMessageMoveTask":
      return { TaskHandle: "task" };
    case "ListMessageMoveTasks":
      return { Results: [{ Status: "RUNNING", StartedTimestamp: 1 }] };
    case "GetMetricData":
      return { MetricDataResults: [] };
    case "PutEvents":
      gate.published.push(...z.array(z.object({ DetailType: z.string(), Detail: z.string() })).parse(entries));
      return { FailedEntryCount: 0, Entries: entries.map((_, position) => ({ EventId: String(position) })) };
    case "Encrypt": {
      const { KeyId, Plaintext, EncryptionContext } = given;
      const blob = Buffer.from(JSON.stringify({ Plaintext, EncryptionContext })).toString("base64");
      return { KeyId, CiphertextBlob: blob };
    }
    case "Decrypt": {
      const opened = z
        .object({ Plaintext: z.string() })
        .parse(JSON.parse(Buffer.from(given.CiphertextBlob ?? "", "base64").toString()));
      return { KeyId: given.KeyId, Plaintext: opened.Plaintext };
    }
    default:
      throw new Error(`${operation} was not expected`);
  }
}
