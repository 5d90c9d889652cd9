import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { StreamPump, type StreamPumpParts } from "../../../infra/node/stream-pump.ts";
import { laneCount } from "../../../shared/adapters/sqlite/change-stream.ts";
import { bucketOf } from "../../../shared/kernel/hash.ts";
import { eventually, openTestEngine } from "../../support/node-engine.ts";

const pk = "acme#person#3";
const lane = bucketOf(pk, laneCount);
const done = { batchItemFailures: [] };
let opened: ReturnType<typeof openTestEngine>;
let pump: StreamPump | undefined;
beforeEach(() => {
  opened = openTestEngine();
});
afterEach(async () => {
  await pump?.stop();
  opened.remove();
});

const put = (from: number, to: number) =>
  opened.engine
    .table("mirror")
    .put(
      Array.from({ length: to - from }, (_, number) => ({ item: { pk, sk: `r${from + number}`, n: from + number } })),
    );
const numbersOf = ({ Records }: StreamEvent) =>
  Records.map(({ dynamodb: { NewImage } }) => Number((NewImage?.["n"] as { N: string }).N));
const range = (to: number) => Array.from({ length: to }, (_, number) => number);

function start(handler: StreamPumpParts["handler"], options: Partial<StreamPumpParts> = {}): void {
  const stream = opened.engine.mirrorChanges;
  const defaults = { batchSize: 10, retryAttempts: 3, pollInterval: 20 };
  pump = new StreamPump({ stream, lane, handler, logger: opened.logger, ...defaults, ...options });
  pump.wake();
}

describe("StreamPump", () => {
  it("passes records in DynamoDB's notation, in order, each once", async () => {
    await put(0, 25);
    await opened.engine.table("mirror").update({ key: { pk, sk: "r0" }, set: { list: [null, true, { a: "b" }] } });
    const events: StreamEvent[] = [];
    start(async (event) => {
      events.push(event);
      return done;
    });
    await eventually(() => events.flatMap(({ Records }) => Records).length === 26);
    expect(events.flatMap(numbersOf)).toEqual([...range(25), 0]);
    expect(events.map(({ Records }) => Records.length)).toEqual([10, 10, 6]);
    const [first] = events.flatMap(({ Records }) => Records);
    const last = events.at(-1)?.Records.at(-1);
    const keys = { pk: { S: pk }, sk: { S: "r0" } };
    expect(first).toMatchObject({
      eventName: "INSERT",
      dynamodb: { Keys: keys, NewImage: { ...keys, n: { N: "0" } } },
    });
    expect(first?.dynamodb).not.toHaveProperty("OldImage");
    const list = { L: [{ NULL: true }, { BOOL: true }, { M: { a: { S: "b" } } }] };
    expect(last).toMatchObject({ eventName: "MODIFY", dynamodb: { OldImage: { n: { N: "0" } }, NewImage: { list } } });
  });

  it("goes on from the first failed record of a batch", async () => {
    await put(0, 6);
    const seen: number[][] = [];
    start(async (event) => {
      seen.push(numbersOf(event));
      const failed = seen.length === 1 ? event.Records.slice(2, 5) : [];
      return { batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber })) };
    });
    await eventually(() => seen.length === 2);
    expect(seen).toEqual([range(6), [2, 3, 4, 5]]);
  });

  it("finds the poison record behind a handler that only throws, puts it aside, and loses no other", async () => {
    await put(0, 10);
    const handled: number[] = [];
    start(async (event) => {
      const numbers = numbersOf(event);
      if (numbers.includes(6)) throw new Error("poison");
      handled.push(...numbers);
      return done;
    });
    await eventually(() => handled.length === 9);
    expect(handled).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
    await eventually(() => opened.engine.mirrorChanges.depths().pending === 0);
    expect(opened.engine.mirrorChanges.depths().failed).toBe(1);
    const asides = opened.logger.lines.filter(({ event }) => event === "stream.record_set_aside");
    expect(asides).toMatchObject([{ fields: { sk: "r6", attempts: 4 } }]);
  });

  it("counts the attempts over restarts", async () => {
    await put(0, 1);
    let calls = 0;
    const fail = async () => {
      calls += 1;
      throw new Error("down");
    };
    start(fail, { retryAttempts: 2 });
    await eventually(() => calls === 1);
    await pump?.stop();
    start(fail, { retryAttempts: 2 });
    await eventually(() => opened.engine.mirrorChanges.depths().failed === 1);
    expect(calls).toBe(3);
  });

  it("runs one batch at a time", async () => {
    await put(0, 40);
    let running = 0;
    let most = 0;
    let handled = 0;
    start(async ({ Records }) => {
      most = Math.max(most, ++running);
      pump?.wake();
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      handled += Records.length;
      return done;
    });
    await eventually(() => handled === 40);
    expect(most).toBe(1);
  });
});
