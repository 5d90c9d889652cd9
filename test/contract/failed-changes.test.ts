import { text as textOf } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { failedChangesIn } from "../../shared/adapters/aws/failed-changes-in.ts";
import { EngineUnavailableError } from "../../shared/kernel/errors.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";
import { awsAt } from "../support/aws-client.ts";

/** An S3 endpoint on this machine. */
async function bucketThatAnswers(status: number) {
  const requests: { readonly method: string; readonly path: string; readonly type: string; readonly body: string }[] =
    [];
  const endpoint = await serveForTest((request, response) => {
    void textOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, path: url.split("?")[0]!, type: headers["content-type"] ?? "", body });
      response.writeHead(status).end();
    });
  });
  return { failedChanges: failedChangesIn(new S3Client({ ...awsAt(endpoint), maxAttempts: 1 }), "failures"), requests };
}

const change = {
  sequenceNumber: "4421584500000000017450439091",
  at: Date.UTC(2026, 10, 21, 9),
  record: { eventName: "INSERT", dynamodb: { SequenceNumber: "4421584500000000017450439091", Keys: {} } },
};

describe("failed changes in a bucket", () => {
  it("are objects in Lambda's format, with one name per change, which begins with its time", async () => {
    const { failedChanges, requests } = await bucketThatAnswers(200);
    await failedChanges.keep(change);
    await failedChanges.keep(change);
    const path = "/failures/aws/lambda/set-aside/2026-11-21T09.00.00.000Z-4421584500000000017450439091";
    expect(requests).toMatchObject(
      Array.from({ length: 2 }, () => ({ method: "PUT", path, type: "application/json" })),
    );
    expect(JSON.parse(requests[0]!.body)).toEqual({ payload: { Records: [change.record] } });
  });

  it("aren't stored if the bucket doesn't respond", async () => {
    const { failedChanges } = await bucketThatAnswers(503);
    await expect(failedChanges.keep(change)).rejects.toBeInstanceOf(EngineUnavailableError);
  });
});
