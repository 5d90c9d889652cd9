import type * as z from "zod";
import { parseJson } from "../../../shared/kernel/parse.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import { type BatchResponse, type Handler, type SqsEvent, sqsEvent } from "./lambda-events.ts";

/**
 * `work` reads and writes for all messages at once, and returns a result for each. A message whose result is rejected,
 * or that doesn't parse, is received again.
 */
export function wholeBatch<S extends z.ZodType>(
  schema: S,
  logger: Logger,
  work: (
    batch: readonly { readonly message: z.output<S>; readonly receiveCount: number }[],
  ) => Promise<readonly PromiseSettledResult<void>[]>,
): Handler<SqsEvent, BatchResponse> {
  return async (event) => {
    const failures = new Set<string>();
    const fail = (messageId: string, reason: unknown) => {
      failures.add(messageId);
      logger.error("message.failed", reason, { messageId });
    };
    const batch = sqsEvent.parse(event).Records.flatMap(({ messageId, body, attributes }) => {
      try {
        const message = parseJson(schema, body, `message ${messageId}`);
        return [{ messageId, message, receiveCount: attributes.ApproximateReceiveCount }];
      } catch (reason) {
        fail(messageId, reason);
        return [];
      }
    });
    const results = await work(batch);
    batch.forEach(({ messageId }, position) => {
      const result = results[position];
      if (result?.status !== "fulfilled") fail(messageId, result?.reason);
    });
    return { batchItemFailures: [...failures].map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/**
 * Handles the messages of a batch concurrently and separately. A message that doesn't parse or whose work throws is
 * received again, and becomes a dead letter if it keeps failing. The other messages of its batch are acknowledged.
 */
export function eachMessage<S extends z.ZodType>(
  schema: S,
  logger: Logger,
  work: (message: z.output<S>) => Promise<void>,
): Handler<SqsEvent, BatchResponse> {
  return wholeBatch(schema, logger, (batch) => Promise.allSettled(batch.map(async ({ message }) => work(message))));
}
