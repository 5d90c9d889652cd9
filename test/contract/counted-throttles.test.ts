import { createServer } from "node:http";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, it } from "vitest";
import { countThrottles } from "../../functions/runtime/aws/counted-throttles.ts";
import { closeServer, listenLocally } from "../portal/support/local-server.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** DynamoDB's protocol, with the test's responses in order. */
async function clientOf(answers: readonly { readonly status: number; readonly body: object }[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const { status, body } = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
  });
  const recorded: string[] = [];
  const metrics = { record: (name: string) => void recorded.push(name) };
  const client = new DynamoDBClient({
    endpoint: await listenLocally(server),
    region: "eu-west-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 3,
  });
  closers.push(() => {
    client.destroy();
    return closeServer(server);
  });
  const get = () => countThrottles(client, metrics).send(new GetItemCommand({ TableName: "t", Key: {} }));
  return { get, recorded };
}

const refusal = (name: string, status = 400) => ({ status, body: { __type: `com.amazonaws#${name}`, message: "" } });
const found = { status: 200, body: {} };

it("every attempt that a table refuses is counted, including the SDK's own retries", async () => {
  const { get, recorded } = await clientOf([
    refusal("ProvisionedThroughputExceededException"),
    refusal("ThrottlingException"),
    found,
  ]);
  await get();
  expect(recorded).toEqual(["tables.throttled", "tables.throttled"]);
});

it("other faults aren't counted as throttles", async () => {
  const { get, recorded } = await clientOf([refusal("InternalServerError", 500), refusal("ValidationException")]);
  await expect(get()).rejects.toThrow();
  expect(recorded).toEqual([]);
});
