import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { marshall } from "@aws-sdk/util-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createPublishHandler } from "../../functions/publish.ts";
import { redriveFailures } from "../../infra/aws/commands/redrive.ts";
import { failedChangesIn } from "../../shared/adapters/aws/failed-changes-in.ts";
import type { MirrorItem } from "../../shared/mirror/mirror-item.ts";
import { fakeAws, stackWith } from "../support/fake-aws.ts";
import { openTestEngine } from "../support/node-engine.ts";
import { mirrored, rise } from "../unit/publishing/publishing-fixture.ts";

const change = (item: object) => ({
  eventName: "INSERT",
  dynamodb: { SequenceNumber: "1", Keys: {}, NewImage: marshall(item, { removeUndefinedValues: true }) },
});
const company = (id: string, rest: Partial<MirrorItem> = {}) => mirrored({ id, sk: id, changeLog: [rise(1)], ...rest });
const folder = "aws/lambda/mapping/shardId-0/2026/11/21";

/** A bucket and a function; any other call fails the test. */
function cloud(publish: (event: never) => Promise<unknown> = async () => ({ batchItemFailures: [] })) {
  const objects = new Map<string, string>();
  const invoked: unknown[] = [];
  /** How many objects were left at each purge of the notices. */
  const purges: number[] = [];
  /** Objects that publish writes during the next purge. */
  const arriving: (readonly [key: string, text: string])[] = [];
  fakeAws(async (command, { StackName, Bucket, Key, QueueUrl, FunctionName, Payload }) => {
    switch (command) {
      case "DescribeStacks":
        expect(StackName).toBe("Feedhook-prod-Ingest");
        return stackWith({
          FailedChanges: "bucket",
          FailureNotices: "https://queue/notices",
          PublishFunction: "publish-1",
        });
      case "ListObjectsV2":
        expect(Bucket).toBe("bucket");
        return objects.size === 0 ? {} : { Contents: [...objects.keys()].map((one) => ({ Key: one })) };
      case "GetObject":
        return { Body: { transformToString: async () => objects.get(Key) } };
      case "DeleteObject":
        expect(Bucket).toBe("bucket");
        objects.delete(Key);
        return {};
      case "PurgeQueue":
        expect(QueueUrl).toBe("https://queue/notices");
        purges.push(objects.size);
        for (const [key, text] of arriving.splice(0)) objects.set(key, text);
        return {};
      case "Invoke": {
        expect(FunctionName).toBe("publish-1");
        const event = JSON.parse(Payload);
        invoked.push(event);
        return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(await publish(event as never))) };
      }
      default:
        throw new Error(`not expected: ${command}`);
    }
  });
  const lines: string[] = [];
  const redrive = (dryRun = false) => redriveFailures({ stage: "prod", dryRun, say: (line) => lines.push(line) });
  const put = (name: string, ...items: object[]) =>
    objects.set(
      `${folder}/${name}`,
      JSON.stringify({ version: "1.0", payload: JSON.stringify({ Records: items.map(change) }) }),
    );
  return { objects, invoked, lines, purges, arriving, redrive, put };
}

describe("npm run redrive", () => {
  test("publishes what the stream gave up on, and removes it from the bucket", async () => {
    const { engine, remove } = openTestEngine();
    try {
      const { objects, purges, put, redrive } = cloud(createPublishHandler(engine));
      put("2026-11-21T09.00.00-a", company("c1"), company("c2"));
      put("2026-11-21T10.00.00-b", company("c3"));
      expect(await redrive()).toEqual({ found: 2, published: 2, failed: 0 });
      expect(objects.size).toBe(0);
      // The alarm is in ALARM as long as one notice is left.
      expect(purges).toEqual([0]);
      expect((await engine.queue("fanout").depth()).ready).toBe(3);
    } finally {
      remove();
    }
  });

  test("publishes what publish itself set aside, once it can", async () => {
    const client = new S3Client({ region: "eu-north-1" });
    const sent = mockClient(client);
    const { engine, remove } = openTestEngine();
    try {
      const publish = createPublishHandler(engine, failedChangesIn(client, "bucket"));
      const { dynamodb, ...kind } = change(company("c1", { resource: "nothing" as "person" }));
      const at = (Date.now() - 16 * 60_000) / 1_000;
      await publish({ Records: [change(company("c2"))] } as never);
      const old = { ...kind, dynamodb: { ...dynamodb, SequenceNumber: "2", ApproximateCreationDateTime: at } };
      expect(await publish({ Records: [old] } as never)).toEqual({ batchItemFailures: [] });
    } finally {
      remove();
    }
    const { Key, Body } = sent.commandCalls(PutObjectCommand)[0]!.args[0].input;
    const { objects, put, redrive } = cloud();
    put("2026-11-21T10.00.00-b", company("c3"));
    objects.set(Key!, z.string().parse(Body));
    expect(await redrive()).toEqual({ found: 2, published: 2, failed: 0 });
  });

  test("counts what a redrive set aside as failed, and keeps its object", async () => {
    const { objects, purges, put, redrive } = cloud(async () => {
      objects.set(`${folder}/2026-11-21T10.00.00-again`, "{}");
      return { batchItemFailures: [] };
    });
    put("2026-11-21T09.00.00-a", company("c1"), company("c2"));
    expect(await redrive()).toEqual({ found: 1, published: 1, failed: 1 });
    expect(purges).toEqual([]);
  });

  test("counts a change that failed during the purge, whose notice may be gone", async () => {
    const { arriving, lines, put, redrive } = cloud();
    put("2026-11-21T09.00.00-a", company("c1"));
    arriving.push([`${folder}/2026-11-21T10.00.00-b`, "{}"]);
    expect(await redrive()).toEqual({ found: 1, published: 1, failed: 1 });
    expect(lines.at(-1)).toBe("more changes failed meanwhile: run this command again");
  });

  test("starts with the oldest failure, and touches nothing in a dry run", async () => {
    const { objects, put, invoked, lines, redrive } = cloud();
    expect(await redrive()).toEqual({ found: 0, published: 0, failed: 0 });
    put("2026-11-21T10.00.00-b", company("later"));
    put("2026-11-21T09.00.00-a", company("earlier"));
    expect(await redrive(true)).toEqual({ found: 2, published: 0, failed: 0 });
    expect([objects.size, invoked, lines.length]).toEqual([2, [], 2]);
    await redrive();
    expect(JSON.stringify(invoked[0])).toContain("earlier");
  });

  test("keeps what still can't be published, says so, and continues with the rest", async () => {
    const { engine, remove } = openTestEngine();
    try {
      const { objects, lines, purges, put, redrive } = cloud(createPublishHandler(engine));
      put("2026-11-21T09.00.00-a", company("c1", { resource: "nothing" as "person" }));
      put("2026-11-21T10.00.00-b", company("c2"));
      expect(await redrive()).toEqual({ found: 2, published: 1, failed: 1 });
      expect([...objects.keys()]).toEqual([`${folder}/2026-11-21T09.00.00-a`]);
      expect(lines[0]).toContain("failed, the publish function can't process the changes yet");
      expect(purges).toEqual([]);
    } finally {
      remove();
    }
  });
});
