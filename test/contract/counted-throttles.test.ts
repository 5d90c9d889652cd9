import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, it, onTestFinished } from "vitest";
import { countThrottles } from "../../functions/runtime/aws/counted-throttles.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";
import { awsAt } from "../support/aws-client.ts";

/** DynamoDB's protocol, with the test's responses in order. */
async function clientOf(answers: readonly { readonly status: number; readonly body: object }[]) {
  let asked = 0;
  const endpoint = await serveForTest((_request, response) => {
    const { status, body } = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
  });
  const recorded: string[] = [];
  const metrics = { record: (name: string) => void recorded.push(name) };
  const client = new DynamoDBClient({ ...awsAt(endpoint), maxAttempts: 3 });
  onTestFinished(() => {
    client.destroy();
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
