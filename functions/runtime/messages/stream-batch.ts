import type * as z from "zod";
import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { type BatchResponse, type Handler, type StreamEvent, streamEvent } from "./lambda-events.ts";

type StreamRecord = z.output<typeof streamEvent>["Records"][number];

/**
 * Decodes the records of a DynamoDB stream and passes their changes to `handler`. The response names the first record
 * that failed, from which Lambda retries the batch: the one that `handler` names, or otherwise the first one that can't
 * be decoded, where the batch ends. Naming a later record would skip the records between, and their events would be
 * lost.
 */
export function streamBatch(
  logger: Logger,
  handler: Handler<readonly StreamChange[], PublishOutcome>,
): Handler<StreamEvent, BatchResponse> {
  return async (event) => {
    const changes: StreamChange[] = [];
    let undecodable: string | undefined;
    for (const record of streamEvent.parse(event).Records) {
      try {
        changes.push(changeIn(record));
      } catch (error) {
        undecodable = record.dynamodb.SequenceNumber;
        // The same log event as for an item of unknown shape, so that one alarm covers both.
        logger.error("publish.unreadable", error, { sequenceNumber: undecodable });
        break;
      }
    }
    const failedFrom = (await handler(changes)).failedFrom ?? undecodable;
    return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] };
  };
}

function changeIn({ eventName, dynamodb }: StreamRecord): StreamChange {
  const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
  // A change without its new image makes no events. If it were treated as a removal, its events would be lost.
  if (eventName !== "REMOVE" && NewImage === undefined)
    throw new TypeError(`the stream record of a change (${eventName}) has no new image`);
  const after = eventName === "REMOVE" ? undefined : NewImage && itemFrom(NewImage);
  return { sequenceNumber, before: OldImage && itemFrom(OldImage), after };
}
