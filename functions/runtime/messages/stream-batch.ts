import type * as z from "zod";
import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { type BatchResponse, type Handler, type StreamEvent, streamEvent } from "./lambda-events.ts";

type StreamRecord = z.output<typeof streamEvent>["Records"][number];

/**
 * Makes a handler for batches of the mirror's change stream. It answers the first record that isn't done, from which on the
 * stream brings the batch again: the one that `work` names, the first of all when `work` throws, or one that can't be read,
 * which ends the batch before `work` sees it. A later answer would skip the records between, and their events would be lost.
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
        // The same name as for an item of unknown shape: one alarm covers both.
        logger.error("publish.unreadable", error, { sequenceNumber: failedFrom });
        break;
      }
    }
    try {
      failedFrom = (await work(changes)).failedFrom ?? failedFrom;
    } catch (error) {
      failedFrom = Records[0]?.dynamodb.SequenceNumber;
      logger.error("publish.failed", error, { records: Records.length });
    }
    return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] };
  };
}

function changeIn({ eventName, dynamodb }: StreamRecord): StreamChange {
  const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
  // A change without its new image makes no events; were it taken for a removal, its events would be lost.
  if (eventName !== "REMOVE" && NewImage === undefined)
    throw new TypeError(`the stream record of a change (${eventName}) has no new image`);
  const after = eventName === "REMOVE" ? undefined : NewImage && itemFrom(NewImage);
  return { sequenceNumber, before: OldImage && itemFrom(OldImage), after };
}
