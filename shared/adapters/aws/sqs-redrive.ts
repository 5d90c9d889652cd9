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
 * Makes SQS move the messages of a dead-letter queue back to the queue they came from. Returns their approximate
 * number. SQS moves them gradually, and each moved message counts as new. Throws EngineUnavailableError if SQS is
 * unavailable.
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
    if (arn === undefined) throw new EngineUnavailableError(`${deadLettersUrl} returned no QueueArn`);
    try {
      await client.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
    } catch (error) {
      // SQS allows one task per queue at a time. The running task also moves these messages.
      if ((await redriveProgress(client, arn))?.state !== "running") throw error;
    }
    return Number(count ?? 0);
  });
}

/**
 * Returns how far SQS has moved the messages of a dead-letter queue: the progress of the running task, or of the last
 * task if that failed. Returns undefined if the last task succeeded or was cancelled, or if there was none.
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
