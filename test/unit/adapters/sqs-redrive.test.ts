import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { redriveOnSqs, redriveProgress } from "../../../shared/adapters/aws/sqs-redrive.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";

const mocked = mockClient(new SQSClient({}));
const client = mocked as unknown as SQSClient;
const url = "https://sqs/deliver-dead";
const arn = "arn:aws:sqs:eu-north-1:123456789012:deliver-dead";
const busy = new UnsupportedOperation({ message: "There is already a task running.", $metadata: {} });

beforeEach(() => {
  mocked.reset();
  const attributes = { QueueArn: arn, ApproximateNumberOfMessages: "12" };
  mocked.on(GetQueueAttributesCommand).callsFake(({ AttributeNames = [] }: GetQueueAttributesCommand["input"]) => ({
    Attributes: Object.fromEntries(
      Object.entries(attributes).filter(([name]) => AttributeNames.includes(name as keyof typeof attributes)),
    ),
  }));
  mocked.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });
  mocked.on(ListMessageMoveTasksCommand).resolves({});
});

describe("a redrive on SQS", () => {
  it("makes SQS return all dead letters to their source, and reports their approximate number", async () => {
    expect(await redriveOnSqs(client, url)).toBe(12);
    const [started] = mocked.commandCalls(StartMessageMoveTaskCommand);
    expect(started?.args[0].input).toEqual({ SourceArn: arn });
  });

  it("starts nothing while one is running, because that one moves these messages too", async () => {
    mocked.on(StartMessageMoveTaskCommand).rejects(busy);
    mocked.on(ListMessageMoveTasksCommand).resolves({ Results: [{ Status: "RUNNING", StartedTimestamp: 1 }] });
    expect(await redriveOnSqs(client, url)).toBe(12);
  });

  it("fails if SQS refuses to start and none is running", async () => {
    mocked.on(StartMessageMoveTaskCommand).rejects(busy);
    await expect(redriveOnSqs(client, url)).rejects.toThrow("There is already a task running.");
  });

  it("can be retried later if SQS throttles, or responds without what a redrive needs", async () => {
    mocked.on(StartMessageMoveTaskCommand).rejects(Object.assign(new Error("slow"), { name: "RequestThrottled" }));
    await expect(redriveOnSqs(client, url)).rejects.toBeInstanceOf(EngineUnavailableError);
    mocked.on(GetQueueAttributesCommand).resolves({});
    await expect(redriveOnSqs(client, url)).rejects.toThrow("returned no QueueArn");
  });
});

describe("the progress of a redrive on SQS", () => {
  const progressOf = async (last: object) => {
    mocked.on(ListMessageMoveTasksCommand, { SourceArn: arn, MaxResults: 1 }).resolves({ Results: [last] });
    return redriveProgress(client, arn);
  };

  it("is reported while it runs, even before SQS has counted", async () => {
    expect(await progressOf({ Status: "RUNNING", StartedTimestamp: 5 })).toStrictEqual({
      ...{ state: "running", startedAt: 5, moved: 0 },
    });
    const counted = { ApproximateNumberOfMessagesMoved: 3, ApproximateNumberOfMessagesToMove: 9 };
    expect(await progressOf({ Status: "CANCELLING", StartedTimestamp: 5, ...counted })).toStrictEqual({
      ...{ state: "running", startedAt: 5, moved: 3, toMove: 9 },
    });
  });

  it("says why the last one failed", async () => {
    expect(await progressOf({ Status: "FAILED", StartedTimestamp: 5, FailureReason: "AccessDenied" })).toStrictEqual({
      ...{ state: "failed", startedAt: 5, moved: 0, reason: "AccessDenied" },
    });
  });

  it("is absent if the last one succeeded or was cancelled, or there was none", async () => {
    for (const Status of ["COMPLETED", "CANCELLED"]) expect(await progressOf({ Status })).toBeUndefined();
    mocked.on(ListMessageMoveTasksCommand).resolves({});
    expect(await redriveProgress(client, arn)).toBeUndefined();
  });
});
