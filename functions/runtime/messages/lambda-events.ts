import * as z from "zod";

/** A batch of SQS messages as Lambda passes it, with only the fields that we use. */
export const sqsEvent = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.coerce.number(), MessageGroupId: z.string().optional() }),
    }),
  ),
});
export type SqsEvent = z.input<typeof sqsEvent>;

const attributeMap = z.record(z.string(), z.unknown());

/** A batch of a DynamoDB stream with old and new images as Lambda passes it, in DynamoDB's attribute notation. */
export const streamEvent = z.object({
  Records: z.array(
    z.object({
      eventName: z.enum(["INSERT", "MODIFY", "REMOVE"]),
      dynamodb: z.object({
        SequenceNumber: z.string(),
        /** Unix seconds. */
        ApproximateCreationDateTime: z.number().optional().catch(undefined),
        Keys: attributeMap,
        NewImage: attributeMap.optional(),
        OldImage: attributeMap.optional(),
      }),
    }),
  ),
});
export type StreamEvent = z.input<typeof streamEvent>;
export type StreamRecord = z.output<typeof streamEvent>["Records"][number];

/**
 * The response to either kind of batch: the failed messages, or the stream record from which Lambda retries. Empty if
 * everything succeeded.
 */
export type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] };

export type Handler<E, R> = (event: E) => Promise<R>;
