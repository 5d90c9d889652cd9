import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import * as z from "zod";
import { busRule, queues, tables } from "../../../../shared/kernel/topology.ts";
import { startDynamo } from "../../../support/dynamo.ts";
import { closeServer, listenLocally } from "../../../support/local-server.ts";
import { DynamoStream } from "./dynamo-stream.ts";
import { KeyService, type ServiceAnswer } from "./key-service.ts";
import { RecordedStream } from "./recorded-stream.ts";

const region = "eu-west-1";
export const credentials = { accessKeyId: "functions", secretAccessKey: "test" };

/** One request to an AWS service, before it is processed. */
export type AwsRequest = {
  readonly service: "dynamodb" | "sqs" | "kms" | "events";
  readonly operation: string;
  readonly accessKeyId: string;
  readonly body: unknown;
};

export type AwsEndpoint = {
  readonly url: string;
  readonly region: string;
  /** A function's environment variables in a stage. */
  readonly variables: Readonly<Record<string, string>>;
  readonly mirrorChanges: RecordedStream | DynamoStream;
  readonly sqs: SQSClient;
  /** Gets each request first. If it rejects, the request isn't processed and the connection ends without a response. */
  before: (request: AwsRequest) => Promise<void> | void;
  close(): Promise<void>;
};

const services = {
  DynamoDB_20120810: "dynamodb",
  AmazonSQS: "sqs",
  TrentService: "kms",
  AWSEvents: "events",
} as const satisfies { readonly [target: string]: AwsRequest["service"] };
const target = z.templateLiteral([
  z.enum(["DynamoDB_20120810", "AmazonSQS", "TrentService", "AWSEvents"]),
  ".",
  z.string(),
]);
const putEvents = z.object({
  Entries: z.array(z.object({ Source: z.string(), Detail: z.string() })),
});

/**
 * The AWS services of a stage, at one address like its emulators': a stand-in's tables, fauxqs' queues, a key, and a
 * bus with the topology's one rule. The mirror's table has a change stream.
 */
const failureNotices = "publish-failures";

export async function startAwsEndpoint(): Promise<AwsEndpoint> {
  const { client: dynamo, close: closeTables } = await startDynamo();
  const queueApp = buildApp({ logger: false, host: "127.0.0.1" });
  const queueUrl = await queueApp.listen({ host: "127.0.0.1", port: 0 });
  const sqs = new SQSClient({ endpoint: queueUrl, region, credentials });
  const urls = new Map<string, string>();
  for (const { name } of Object.values(queues)) {
    for (const QueueName of [name, `dead-${name}`]) {
      const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName }));
      urls.set(QueueName, QueueUrl);
    }
  }
  await sqs.send(new CreateQueueCommand({ QueueName: failureNotices }));
  const { hostname, port } = await dynamo.config.endpoint!();
  const keys = new KeyService();
  const { accessKeyId: database } = await dynamo.config.credentials();
  const Stream = process.env["FEEDHOOK_DYNAMODB"] === undefined ? RecordedStream : DynamoStream;
  const mirrorChanges = new Stream(dynamo, tables.mirror.name);

  async function putOnBus(body: unknown): Promise<ServiceAnswer> {
    const { Entries } = putEvents.parse(body);
    for (const { Source, Detail } of Entries) {
      if (Source !== busRule.source) continue;
      const MessageBody = JSON.stringify(fieldsOf(JSON.parse(Detail)));
      await sqs.send(new SendMessageCommand({ QueueUrl: urls.get(busRule.queue), MessageBody }));
    }
    const taken = Entries.map((_, position) => ({ EventId: String(position) }));
    return { status: 200, body: { FailedEntryCount: 0, Entries: taken } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await buffer(request);
    if (request.method === "GET" && request.url?.startsWith("/2015-03-31/functions") === true) {
      // The function of the API in the stage `test`, where an import finds its settings.
      const api = { Description: "Feedhook test: api", Environment: { Variables: endpoint.variables } };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ Functions: [api] }));
      return;
    }
    const [name, operation = ""] = target.parse(request.headers["x-amz-target"]).split(".");
    const service = services[z.enum(["DynamoDB_20120810", "AmazonSQS", "TrentService", "AWSEvents"]).parse(name)];
    const accessKeyId = /Credential=([^/]+)/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const body: unknown = JSON.parse(text.toString("utf8"));
    await endpoint.before({ service, operation, accessKeyId, body });
    const passOn = (to: string) => forward(to, request, text, response);
    if (service === "sqs") await passOn(queueUrl);
    else if (service === "dynamodb") {
      // DynamoDB Local keeps a database for each access key.
      const { authorization = "" } = request.headers;
      request.headers.authorization = authorization.replace(/Credential=[^/]+/, `Credential=${database}`);
      await mirrorChanges.watch(operation, body, () => passOn(`http://${hostname}:${port}`));
    } else {
      const own = service === "kms" ? keys.answer(operation, body) : await putOnBus(body);
      response.writeHead(own.status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(own.body));
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const url = await listenLocally(server);
  const variableOf = (name: string) => name.toUpperCase().replaceAll("-", "_");
  const queueVariables = Object.keys(queues).flatMap((name) => [
    [`QUEUE_${variableOf(name)}_URL`, `${url}/000000000000/${name}`],
    [`DEAD_LETTERS_${variableOf(name)}_URL`, `${url}/000000000000/dead-${name}`],
  ]);
  const endpoint: AwsEndpoint = {
    url,
    region,
    variables: {
      ...Object.fromEntries(Object.keys(tables).map((name) => [`TABLE_${variableOf(name)}`, name])),
      ...Object.fromEntries(queueVariables),
      ...{ BUS_NAME: "feedhook", KEY_ID: `arn:aws:kms:${region}:000000000000:key/1`, STAGE: "test" },
      FAILURE_NOTICES_URL: `${url}/000000000000/${failureNotices}`,
    },
    mirrorChanges,
    sqs,
    before: () => undefined,
    close: async () => {
      await closeServer(server);
      sqs.destroy();
      await queueApp.close();
      await closeTables();
    },
  };
  return endpoint;
}

/** The bus rule's transformation of an event: the fields that the topology names. */
function fieldsOf(detail: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(busRule.fields).map(([field, path]) => [field, detail[path.replace("$.detail.", "")]]);
  return Object.fromEntries(entries);
}

const ownHeaders: ReadonlySet<string> = new Set(["connection", "content-length", "expect", "host"]);

async function forward(to: string, request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !ownHeaders.has(name)) headers.set(name, value);
  }
  const answer = await fetch(to, { method: "POST", headers, body });
  const text = Buffer.from(await answer.arrayBuffer());
  for (const name of ["content-type", "x-amz-crc32", "x-amzn-requestid"]) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(answer.status).end(text);
}
