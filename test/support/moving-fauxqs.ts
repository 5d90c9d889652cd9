import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import * as z from "zod";
import { awsAt } from "./aws-client.ts";

const request = z.object({ SourceArn: z.string() });

export type MovingFauxqs = { readonly client: SQSClient; readonly close: () => Promise<void> };

/**
 * SQS's protocol in this process, including moving messages, which fauxqs doesn't support. `dead-x` is the dead-letter
 * queue of `x`. As on AWS, a moved message is a new one; unlike there, all are moved before the response.
 */
export async function startMovingFauxqs(): Promise<MovingFauxqs> {
  const app = buildApp({ logger: false, host: "127.0.0.1" });
  const urlOf = async (QueueName: string) => (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? "";
  const move = async (deadLetters: string) => {
    const [from, to] = [await urlOf(deadLetters), await urlOf(deadLetters.replace("dead-", ""))];
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: from, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return;
      for (const { Body: MessageBody, ReceiptHandle } of Messages) {
        await client.send(new SendMessageCommand({ QueueUrl: to, MessageBody }));
        await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
      }
    }
  };
  app.addHook("preHandler", async ({ headers, body }, reply) => {
    if (headers["x-amz-target"] !== "AmazonSQS.StartMessageMoveTask") return;
    const text = typeof body === "string" ? JSON.parse(body) : body;
    const { SourceArn } = request.parse(text);
    await move(SourceArn.slice(SourceArn.lastIndexOf(":") + 1));
    await reply.header("content-type", "application/x-amz-json-1.0").send(JSON.stringify({ TaskHandle: "task" }));
  });
  const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
  const client = new SQSClient(awsAt(endpoint));
  return {
    client,
    close: async () => {
      client.destroy();
      await app.close();
    },
  };
}
