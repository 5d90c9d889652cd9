import type * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import { type BatchResponse, type Handler, type SqsEvent, type SqsRecord, sqsEvent } from "./lambda-events.ts";

/**
 * Makes a handler that handles all messages of a batch concurrently and separately. A message that doesn't parse, or
 * whose work throws, is received again, and becomes a dead letter if it keeps failing. The other messages of its batch
 * are acknowledged.
 */
export function eachMessage<S extends z.ZodType>(
  message: S,
  logger: Logger,
  work: (message: z.output<S>, record: SqsRecord) => Promise<void>,
): Handler<SqsEvent, BatchResponse> {
  return async (event) => {
    const { Records } = sqsEvent.parse(event);
    const done = await Promise.allSettled(
      Records.map(async (record) => {
        await work(parseJson(message, record.body, `message ${record.messageId}`), record);
      }),
    );
    const batchItemFailures = Records.flatMap((record, position) => {
      const result = done[position];
      if (result?.status === "fulfilled") return [];
      logger.error("message.failed", result?.reason, { messageId: record.messageId });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures };
  };
}
