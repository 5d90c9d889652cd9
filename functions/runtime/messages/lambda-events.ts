import * as z from "zod";

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

/** The failed messages, or the stream record from which Lambda retries. Empty if everything succeeded. */
export type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] };

export type Handler<E, R> = (event: E) => Promise<R>;
