import * as z from "zod";

/** What Lambda passes from SQS; only the fields used. */
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
export type SqsRecord = z.output<typeof sqsEvent>["Records"][number];

const attributeMap = z.record(z.string(), z.unknown());

/** What Lambda passes from a DynamoDB stream with old and new images, in DynamoDB's attribute notation. */
export const streamEvent = z.object({
  Records: z.array(
    z.object({
      eventName: z.enum(["INSERT", "MODIFY", "REMOVE"]),
      dynamodb: z.object({
        SequenceNumber: z.string(),
        Keys: attributeMap,
        NewImage: attributeMap.optional(),
        OldImage: attributeMap.optional(),
      }),
    }),
  ),
});
export type StreamEvent = z.input<typeof streamEvent>;

/** What both answer: the records to come again. Empty: all done. */
export type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] };

export type Handler<E, R> = (event: E) => Promise<R>;
