import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redriveOnSqs } from "../../shared/adapters/aws/sqs-redrive.ts";
import type { Redrive } from "../../shared/api/api-services.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { startMovingFauxqs } from "../support/moving-fauxqs.ts";
import { openTestEngine } from "../support/node-engine.ts";

type Harness = {
  readonly redrive: Redrive["queue"];
  /** Turns messages in the `alerts` queue into dead letters. */
  readonly die: (bodies: readonly string[]) => Promise<void>;
  /** The messages that the `alerts` queue returns. */
  readonly receive: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

async function onSqlite(): Promise<Harness> {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  const { engine, remove } = openTestEngine(clock);
  const queue = engine.queue("alerts");
  const { maxReceives, visibilitySeconds } = queues.alerts;
  return {
    redrive: (name) => engine.queue(name).redrive(),
    die: async (bodies) => {
      await queue.send(bodies.map((body) => ({ body })));
      for (let receives = 0; receives <= maxReceives; receives += 1) {
        await queue.receive(10);
        clock.advance(visibilitySeconds * 1_000 + 1);
      }
    },
    receive: async () => (await queue.receive(10)).map(({ body }) => body),
    close: async () => {
      remove();
    },
  };
}

async function onSqs(): Promise<Harness> {
  const { client, close } = await startMovingFauxqs();
  const create = async (QueueName: string) => (await client.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
  const [url, dead] = [await create("alerts"), await create("dead-alerts")];
  await create("deliver");
  const deadDeliver = await create("dead-deliver");
  return {
    redrive: (name) => redriveOnSqs(client, name === "alerts" ? dead : deadDeliver),
    die: async (bodies) => {
      for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: dead, MessageBody }));
    },
    receive: async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
      );
      return Messages.flatMap(({ Body }) => Body ?? []);
    },
    close,
  };
}

describe.each([
  ["on one machine", onSqlite],
  ["on AWS", onSqs],
])("a redrive %s", (_, start) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await start();
  });
  afterAll(() => harness.close());

  it("returns the dead letters of one queue to it, reports their number, and leaves other queues alone", async () => {
    const { redrive, die, receive } = harness;
    await die(["a", "b", "c"]);
    expect(await receive()).toEqual([]);
    expect(await redrive("deliver")).toBe(0);
    expect(await receive()).toEqual([]);
    expect(await redrive("alerts")).toBe(3);
    expect([...(await receive())].sort()).toEqual(["a", "b", "c"]);
  });

  it("finds nothing to return a second time", async () => {
    expect(await harness.redrive("alerts")).toBe(0);
  });
});
