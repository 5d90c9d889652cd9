import { gunzipSync } from "node:zlib";
import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { DestinationKind } from "../../shared/subscriptions/destination.ts";
import { type AccessKey, account } from "./moto.ts";

const region = "eu-north-1";

/** A partner's queue, bus or bucket, and what was found in it. */
export type Place = {
  readonly kind: DestinationKind;
  readonly target: string;
  readonly make: () => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** The JSON of every event that arrived since the last call. */
  readonly arrived: () => Promise<readonly string[]>;
};

export type Bucket = Place & { readonly deny: () => Promise<unknown>; readonly undeny: () => Promise<unknown> };

type Options = { readonly endpoint: string; readonly credentials: AccessKey };

export function queuePlace(options: Options): Place {
  const client = new SQSClient({ ...options, region, useQueueUrlAsEndpoint: false });
  const QueueUrl = `https://sqs.${region}.amazonaws.com/${account}/orders`;
  return {
    ...{ kind: "sqs", target: QueueUrl },
    make: () => client.send(new CreateQueueCommand({ QueueName: "orders" })),
    remove: () => client.send(new DeleteQueueCommand({ QueueUrl })),
    arrived: () => received(client, QueueUrl),
  };
}

/** A bus whose rule sends everything to a queue. */
export function busPlace(options: Options): Place {
  const sqs = new SQSClient({ ...options, region, useQueueUrlAsEndpoint: false });
  const client = new EventBridgeClient({ ...options, region });
  const rule = { Name: "all", EventBusName: "orders" };
  const QueueUrl = `https://sqs.${region}.amazonaws.com/${account}/of-bus`;
  return {
    ...{ kind: "eventbridge", target: `arn:aws:events:${region}:${account}:event-bus/orders` },
    make: async () => {
      await sqs.send(new CreateQueueCommand({ QueueName: "of-bus" }));
      await client.send(new CreateEventBusCommand({ Name: "orders" }));
      await client.send(new PutRuleCommand({ ...rule, EventPattern: JSON.stringify({ source: ["feedhook"] }) }));
      const Arn = `arn:aws:sqs:${region}:${account}:of-bus`;
      await client.send(
        new PutTargetsCommand({ Rule: "all", EventBusName: "orders", Targets: [{ Id: "queue", Arn }] }),
      );
    },
    remove: async () => {
      await client.send(new RemoveTargetsCommand({ Rule: "all", EventBusName: "orders", Ids: ["queue"] }));
      await client.send(new DeleteRuleCommand(rule));
      await client.send(new DeleteEventBusCommand({ Name: "orders" }));
    },
    arrived: async () => {
      const events = (await received(sqs, QueueUrl)).map((body) => JSON.parse(body) as { detail: { type: string } });
      for (const event of events)
        if ((event as { "detail-type"?: unknown })["detail-type"] !== event.detail.type)
          throw new Error("a wrong detail type");
      return events.map(({ detail }) => JSON.stringify(detail));
    },
  };
}

async function received(client: SQSClient, QueueUrl: string): Promise<readonly string[]> {
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  if (Messages.length === 0) return [];
  const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  return [...Messages.map(({ Body = "" }) => Body), ...(await received(client, QueueUrl))];
}

export function bucketPlace(options: Options): Bucket {
  const client = new S3Client({ ...options, region });
  const Bucket = "acme-events";
  const denied = { Effect: "Deny", Principal: "*", Action: "s3:PutObject", Resource: `arn:aws:s3:::${Bucket}/*` };
  const Policy = JSON.stringify({ Version: "2012-10-17", Statement: [denied] });
  return {
    ...{ kind: "s3", target: `https://${Bucket}.s3.${region}.amazonaws.com/feedhook/` },
    make: () =>
      client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: region } })),
    remove: () => client.send(new DeleteBucketCommand({ Bucket })),
    deny: () => client.send(new PutBucketPolicyCommand({ Bucket, Policy })),
    undeny: () => client.send(new DeleteBucketPolicyCommand({ Bucket })),
    arrived: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      const files = Contents.map(async ({ Key }) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
        return gunzipSync((await Body?.transformToByteArray()) ?? "").toString();
      });
      return (await Promise.all(files)).flatMap((text) => text.split("\n").filter((line) => line !== ""));
    },
  };
}
