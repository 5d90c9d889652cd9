import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import type { RedriveProgress } from "../../api/status/status-probe.ts";
import { EngineUnavailableError } from "../../kernel/errors.ts";
import { withEngineFaults } from "./engine-fault.ts";

/**
 * Has SQS move the messages of a dead-letter queue back to the queue that they came from. Returns about how many there
 * are; SQS moves them by and by, and each counts as new afterwards. Throws EngineUnavailableError.
 */
export async function redriveOnSqs(client: SQSClient, deadLettersUrl: string): Promise<number> {
  return withEngineFaults(deadLettersUrl, async () => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: deadLettersUrl,
        AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
      }),
    );
    const { QueueArn: arn, ApproximateNumberOfMessages: count } = Attributes;
    if (arn === undefined) throw new EngineUnavailableError(`${deadLettersUrl} answered without QueueArn`);
    try {
      await client.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
    } catch (error) {
      // SQS allows a queue one task at a time: the task that is running moves these messages as well.
      if ((await redriveProgress(client, arn))?.state !== "running") throw error;
    }
    return Number(count ?? 0);
  });
}

/**
 * How far SQS is with moving the messages of a dead-letter queue: of the task that is running, or of the last one if it
 * failed. Undefined where the last one ended well or was cancelled, and where there was none.
 */
export async function redriveProgress(client: SQSClient, deadLettersArn: string): Promise<RedriveProgress | undefined> {
  const command = new ListMessageMoveTasksCommand({ SourceArn: deadLettersArn, MaxResults: 1 });
  const { Results: [last] = [] } = await client.send(command);
  if (last === undefined) return undefined;
  const isRunning = last.Status === "RUNNING" || last.Status === "CANCELLING";
  if (!isRunning && last.Status !== "FAILED") return undefined;
  return {
    state: isRunning ? "running" : "failed",
    startedAt: last.StartedTimestamp ?? 0,
    moved: last.ApproximateNumberOfMessagesMoved ?? 0,
    ...(last.ApproximateNumberOfMessagesToMove !== undefined && { toMove: last.ApproximateNumberOfMessagesToMove }),
    ...(last.FailureReason !== undefined && { reason: last.FailureReason }),
  };
}
