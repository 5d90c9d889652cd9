import type * as z from "zod";
import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { type BatchResponse, type Handler, type StreamEvent, streamEvent } from "./lambda-events.ts";

type StreamRecord = z.output<typeof streamEvent>["Records"][number];

/**
 * Decodes the records of a DynamoDB stream and hands their changes to `handler`. Lambda repeats the batch from the record
 * that failed. A record that can't be decoded stops the batch before it, so that the records before it are handled.
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
        logger.error("stream.unreadable", error, { sequenceNumber: undecodable });
        break;
      }
    }
    const failedFrom = (await handler(changes)).failedFrom ?? undecodable;
    return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] };
  };
}

function changeIn({ eventName, dynamodb }: StreamRecord): StreamChange {
  const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
  // Without its new image nothing can be told of a change; taking it for a removal would lose it.
  if (eventName !== "REMOVE" && NewImage === undefined) throw new TypeError("no new image");
  const after = eventName === "REMOVE" ? undefined : NewImage && itemFrom(NewImage);
  return { sequenceNumber, before: OldImage && itemFrom(OldImage), after };
}
