import { readFileSync, writeFileSync } from "node:fs";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { marshall } from "@aws-sdk/util-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createPublishHandler } from "../../functions/publish.ts";
import type { AwsCli } from "../../infra/aws/commands/aws-cli.ts";
import { redriveFailures } from "../../infra/aws/commands/redrive-failures.ts";
import { S3FailedChanges } from "../../shared/adapters/aws/s3-failed-changes.ts";
import type { MirrorItem } from "../../shared/mirror/mirror-item.ts";
import { idleHandlers, openTestEngine } from "../support/node-engine.ts";
import { mirrored, rise } from "../unit/publishing/publishing-fixture.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const change = (item: object) => ({
  eventName: "INSERT",
  dynamodb: { SequenceNumber: "1", Keys: {}, NewImage: marshall(item, { removeUndefinedValues: true }) },
});
const company = (id: string, rest: Partial<MirrorItem> = {}) => mirrored({ id, sk: id, changeLog: [rise(1)], ...rest });
const folder = "aws/lambda/mapping/shardId-0/2026/11/21";

/** A bucket and a function behind the CLI's output; any other call fails the test. */
function cloud(publish: (event: never) => Promise<unknown>) {
  const objects = new Map<string, string>();
  const invoked: unknown[] = [];
  /** How many objects were left at each purge of the notices. */
  const purges: number[] = [];
  const aws: AwsCli = async (args) => {
    const given = (flag: string) => args[args.indexOf(flag) + 1]!;
    switch (args.slice(0, 2).join(" ")) {
      case "cloudformation describe-stacks":
        expect(given("--stack-name")).toBe("Feedhook-prod-Ingest");
        return JSON.stringify([
          { OutputKey: "FailedChanges", OutputValue: "bucket" },
          { OutputKey: "FailureNotices", OutputValue: "https://queue/publish-failures" },
          { OutputKey: "PublishFunction", OutputValue: "publish-1" },
        ]);
      case "s3api list-objects-v2":
        return objects.size === 0 ? "" : JSON.stringify({ Contents: [...objects.keys()].map((Key) => ({ Key })) });
      case "s3api get-object":
        writeFileSync(args.at(-1)!, objects.get(given("--key"))!);
        return "{}";
      case "s3api delete-object":
        expect(given("--bucket")).toBe("bucket");
        objects.delete(given("--key"));
        return "";
      case "sqs purge-queue":
        expect(given("--queue-url")).toBe("https://queue/publish-failures");
        purges.push(objects.size);
        return "";
      case "lambda invoke": {
        expect(given("--function-name")).toBe("publish-1");
        const event = JSON.parse(readFileSync(given("--payload").replace("fileb://", ""), "utf8"));
        invoked.push(event);
        writeFileSync(args.at(-1)!, JSON.stringify(await publish(event as never)));
        return JSON.stringify({ StatusCode: 200 });
      }
    }
    throw new Error(`asked the CLI for ${args.join(" ")}`);
  };
  const lines: string[] = [];
  const redrive = (dryRun = false) => redriveFailures({ aws, stage: "prod", dryRun, say: (line) => lines.push(line) });
  const put = (name: string, ...items: object[]) =>
    objects.set(
      `${folder}/${name}`,
      JSON.stringify({ version: "1.0", payload: JSON.stringify({ Records: items.map(change) }) }),
    );
  return { objects, invoked, lines, purges, redrive, put };
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
    const { objects, put, redrive } = cloud(async () => ({ batchItemFailures: [] }));
    const client = new S3Client({ region: "eu-north-1" });
    const sent = mockClient(client);
    const now = Date.now();
    const { engine, remove } = openTestEngine();
    try {
      const publish = createPublishHandler(engine, new S3FailedChanges(client, "bucket"));
      const { dynamodb, ...kind } = change(company("c1", { resource: "nothing" as "person" }));
      const at = (now - 16 * 60_000) / 1_000;
      await publish({ Records: [change(company("c2"))] } as never);
      const old = { ...kind, dynamodb: { ...dynamodb, SequenceNumber: "2", ApproximateCreationDateTime: at } };
      expect(await publish({ Records: [old] } as never)).toEqual({ batchItemFailures: [] });
    } finally {
      remove();
    }
    const { Key, Body } = sent.commandCalls(PutObjectCommand)[0]!.args[0].input;
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

  test("starts with the oldest failure", async () => {
    const { put, invoked, redrive } = cloud(async () => ({ batchItemFailures: [] }));
    put("2026-11-21T10.00.00-b", company("later"));
    put("2026-11-21T09.00.00-a", company("earlier"));
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
      expect(lines[0]).toContain("failed, publish can't do it yet");
      expect(purges).toEqual([]);
    } finally {
      remove();
    }
  });

  test("touches nothing in a dry run, and has nothing to do in an empty bucket", async () => {
    const { objects, invoked, put, redrive } = cloud(idleHandlers().publish);
    expect(await redrive()).toEqual({ found: 0, published: 0, failed: 0 });
    put("2026-11-21T09.00.00-a", company("c1"));
    expect(await redrive(true)).toEqual({ found: 1, published: 0, failed: 0 });
    expect([objects.size, invoked]).toEqual([1, []]);
  });

  test("finds the bucket and the function in the stack's outputs", () => {
    const told = synthesise(productionContext).outputs("Ingest");
    expect(z.looseObject({}).parse(told)).toEqual({
      FailedChanges: "Ingest/Stream/Failures",
      FailureNotices: "Ingest/Stream/Notices",
      PublishFunction: "Ingest/Publish/Function:live",
    });
  });
});
