import { type PublishOutcome, publishChanges, type StreamChange } from "../shared/publishing/publish-changes.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, StreamEvent } from "./runtime/messages/lambda-events.ts";
import { streamBatch } from "./runtime/messages/stream-batch.ts";
import { publishParts } from "./runtime/services/publishing.ts";

/** Publishes changes of the mirror, for a host that passes both images as items. Never rejects. */
export function createChangeHandler(engine: Engine): Handler<readonly StreamChange[], PublishOutcome> {
  const parts = createContainer(engine).get(publishParts);
  const publish = async (changes: readonly StreamChange[]): Promise<PublishOutcome> => {
    try {
      return await publishChanges(changes, parts);
    } catch (error) {
      engine.logger.error("publish.failed", error, { records: changes.length });
      if (changes.length <= 1) return { failedFrom: changes[0]?.sequenceNumber };
    }
    // One bad record fails a whole batch. Handled one by one, the records before it are done, and the bad one is named.
    for (const change of changes) {
      const outcome = await publish([change]);
      if (outcome.failedFrom !== undefined) return outcome;
    }
    return { failedFrom: undefined };
  };
  return publish;
}

/** Publishes changes in the form in which Lambda passes a DynamoDB stream. */
export function createPublishHandler(engine: Engine): Handler<StreamEvent, BatchResponse> {
  return streamBatch(engine.logger, createChangeHandler(engine));
}

export const handler = onAws(createPublishHandler);
