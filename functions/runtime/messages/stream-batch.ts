import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { type BatchResponse, type Handler, type StreamEvent, type StreamRecord, streamEvent } from "./lambda-events.ts";
import { SetAside, type SetAsideParts } from "./set-aside.ts";

/**
 * The response names the first record that failed, from which Lambda retries the batch. Naming a later record would
 * skip the records before it, and their events would be lost. Only a record that was set aside is skipped.
 */
export function streamBatch(
  parts: SetAsideParts,
  handler: Handler<readonly StreamChange[], PublishOutcome>,
): Handler<StreamEvent, BatchResponse> {
  const setAside = new SetAside(parts);
  // A throttled bus may have refused the record in a batch, so this tries once more with the record alone.
  const settle = async (record: StreamRecord, change: StreamChange | undefined) =>
    (change !== undefined && (await handler([change])).failedFrom === undefined) || setAside.keep(record);
  return async (event) => {
    const { Records: records } = streamEvent.parse(event);
    const { changes, undecodable } = decode(records, parts.logger);
    const outcome = await handler(changes);
    await setAside.note(outcome);
    const failedFrom = outcome.failedFrom ?? undecodable;
    const failed = records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failedFrom);
    const [record, next] = failed < 0 ? [] : records.slice(failed, failed + 2);
    const isDone = record !== undefined && (await setAside.isDue(record)) && (await settle(record, changes[failed]));
    const from = isDone ? next?.dynamodb.SequenceNumber : failedFrom;
    return { batchItemFailures: from === undefined ? [] : [{ itemIdentifier: from }] };
  };
}

function decode(
  records: readonly StreamRecord[],
  logger: Logger,
): { changes: StreamChange[]; undecodable: string | undefined } {
  const changes: StreamChange[] = [];
  for (const record of records) {
    try {
      changes.push(changeIn(record));
    } catch (error) {
      const undecodable = record.dynamodb.SequenceNumber;
      // The same log event as for an item of unknown shape, so that one alarm covers both.
      logger.error("publish.unreadable", error, { sequenceNumber: undecodable });
      return { changes, undecodable };
    }
  }
  return { changes, undecodable: undefined };
}

function changeIn({ eventName, dynamodb }: StreamRecord): StreamChange {
  const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
  // Without the new image, the change's events are unknown, so this throws. If the change counted as a removal, its
  // events would be lost.
  if (eventName !== "REMOVE" && NewImage === undefined)
    throw new TypeError(`the stream record of a change (${eventName}) has no new image`);
  const after = eventName === "REMOVE" ? undefined : NewImage && itemFrom(NewImage);
  return { sequenceNumber, before: OldImage && itemFrom(OldImage), after };
}
