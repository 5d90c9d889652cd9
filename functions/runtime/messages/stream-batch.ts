import type * as z from "zod";
import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { type BatchResponse, type Handler, type StreamEvent, streamEvent } from "./lambda-events.ts";

type StreamRecord = z.output<typeof streamEvent>["Records"][number];

/**
 * Runs one use case over a batch of the mirror's change stream. From the record it names, or from the first where it
 * throws, the stream brings the batch again; a record that can't be read stops the batch before it.
 */
export function streamBatch(
  logger: Logger,
  work: (changes: readonly StreamChange[]) => Promise<PublishOutcome>,
): Handler<StreamEvent, BatchResponse> {
  return async (event) => {
    const { Records } = streamEvent.parse(event);
    const changes: StreamChange[] = [];
    let failedFrom: string | undefined;
    for (const record of Records) {
      try {
        changes.push(changeIn(record));
      } catch (error) {
        failedFrom = record.dynamodb.SequenceNumber;
        logger.error("stream.unreadable", error, { sequenceNumber: failedFrom });
        break;
      }
    }
    try {
      failedFrom = (await work(changes)).failedFrom ?? failedFrom;
    } catch (error) {
      failedFrom = Records[0]?.dynamodb.SequenceNumber;
      logger.error("stream.failed", error, { records: Records.length });
    }
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
