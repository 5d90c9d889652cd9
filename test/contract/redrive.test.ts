import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { expect, onTestFinished, test } from "vitest";
import { redriveOnSqs } from "../../shared/adapters/aws/sqs-redrive.ts";
import { startMovingFauxqs } from "../support/moving-fauxqs.ts";

test("a redrive on AWS returns the dead letters of one queue to it, reports their number, and leaves other queues alone", async () => {
  const { client, close } = await startMovingFauxqs();
  onTestFinished(close);
  const create = async (QueueName: string) => (await client.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
  const [url, dead] = [await create("alerts"), await create("dead-alerts")];
  await create("deliver");
  const deadDeliver = await create("dead-deliver");
  const receive = async () => {
    const command = new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 });
    return ((await client.send(command)).Messages ?? []).map(({ Body }) => Body).sort();
  };
  const bodies = ["a", "b", "c"];
  for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: dead, MessageBody }));
  expect(await redriveOnSqs(client, deadDeliver)).toBe(0);
  expect(await receive()).toEqual([]);
  expect(await redriveOnSqs(client, dead)).toBe(3);
  expect(await receive()).toEqual(bodies);
  expect(await redriveOnSqs(client, dead), "nothing is left").toBe(0);
});
