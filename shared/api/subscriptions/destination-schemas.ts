import { z } from "@hono/zod-openapi";
import { type Destination, rolePrefix } from "../../subscriptions/destination.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";

const fields = {
  target: z.string().max(512).openapi({
    description: "The queue's URL, the bus's ARN, or the bucket's URL, optionally with a folder.",
    example: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
  }),
  roleArn: z
    .string()
    .max(256)
    .optional()
    .openapi({
      description: `The role in the target's account that Feedhook assumes to send events. Its name must begin with \`${rolePrefix}\`. You can create the role after the subscription, because the role's trust policy needs the \`externalId\`. Only the operator's own subscriptions can omit \`roleArn\`.`,
      example: `arn:aws:iam::123456789012:role/${rolePrefix}orders`,
    }),
};

export const destinationInput = inputSchema("DestinationInput", fields);

export const destinationPatch = z.strictObject(fields).partial().openapi("DestinationPatch");

export const destinationAnswer = answerSchema("Destination", {
  ...fields,
  externalId: z.string().openapi({
    description:
      "The external ID that the role's trust policy must require. Feedhook generates it, and it never changes.",
    example: "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  }),
  principal: z.string().optional().openapi({
    description:
      "The AWS principal that the role's trust policy must allow. Absent while the operator has disabled destinations.",
    example: "arn:aws:iam::111122223333:root",
  }),
});

export function destinationView({ target, roleArn, externalId }: Destination, principal: string | undefined) {
  return { target, roleArn, externalId, principal };
}
