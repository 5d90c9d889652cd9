import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { sha256Text } from "../../../kernel/hash.ts";
import type { Destination, Place } from "../../../subscriptions/destination.ts";
import type { ClientOptions, SendEvent } from "./destination-module.ts";

/**
 * Sends each event as one message. The message's attributes are the id and the marks that webhooks carry in their
 * headers.
 */
export function open({ target }: Destination, { name }: Place, options: ClientOptions): SendEvent {
  // Derive the address from the region, because a partner chose the queue's URL.
  const client = new SQSClient({ ...options, useQueueUrlAsEndpoint: false });
  const isFifo = name.endsWith(".fifo");
  return async ({ envelope: { id, instance, subject }, body, marks }, abortSignal) => {
    const attributes = Object.entries({ "webhook-id": id, ...marks });
    const order = {
      // A record's id may contain characters that SQS refuses here.
      MessageGroupId: sha256Text("base64url", instance, subject.type, subject.id),
      MessageDeduplicationId: [id, ...Object.keys(marks)].join("."),
    };
    const command = new SendMessageCommand({
      QueueUrl: target,
      MessageBody: body.toString("utf8"),
      MessageAttributes: Object.fromEntries(
        attributes.map(([key, value]) => [key, { DataType: "String", StringValue: value }]),
      ),
      ...(isFifo && order),
    });
    await client.send(command, { abortSignal });
  };
}

export function allowed({ region, account = "", name }: Place) {
  return { actions: ["sqs:SendMessage"], resource: `sqs:${region}:${account}:${name}` };
}
