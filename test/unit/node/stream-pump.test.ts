import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StreamPump, type StreamPumpParts } from "../../../infra/node/stream-pump.ts";
import { bucketOf } from "../../../shared/kernel/hash.ts";
import type { StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { engineOfTest, eventually, type TestEngine } from "../../support/node-engine.ts";

const pk = "acme#person#3";
const done = { failedFrom: undefined, published: 0 };
let opened: TestEngine;
let pump: StreamPump | undefined;
beforeEach(() => {
  opened = engineOfTest();
});
afterEach(async () => {
  await pump?.stop();
});

const put = (from: number, to: number) =>
  opened.engine
    .table("mirror")
    .put(
      Array.from({ length: to - from }, (_, number) => ({ item: { pk, sk: `r${from + number}`, n: from + number } })),
    );
const numbersOf = (changes: readonly StreamChange[]) => changes.map(({ after }) => Number(after?.["n"]));
const range = (to: number) => Array.from({ length: to }, (_, number) => number);

function start(handler: StreamPumpParts["handler"], options: Partial<StreamPumpParts> = {}): void {
  const stream = opened.engine.mirrorChanges;
  const shard = bucketOf(pk, stream.shards);
  const defaults = { batchSize: 10, retryAttempts: 3, pollInterval: 20 };
  pump = new StreamPump({ stream, shard, handler, logger: opened.logger, ...defaults, ...options });
  pump.wake();
}

describe("StreamPump", () => {
  it("passes both images of each change unchanged, in order and once", async () => {
    await put(0, 25);
    await opened.engine.table("mirror").update({ key: { pk, sk: "r0" }, set: { list: [null, true, { a: "b" }] } });
    await opened.engine.table("mirror").remove({ pk, sk: "r1" });
    const batches: (readonly StreamChange[])[] = [];
    start(async (changes) => {
      batches.push(changes);
      return done;
    });
    await eventually(() => batches.flat().length === 27);
    expect(numbersOf(batches.flat().slice(0, 26))).toEqual([...range(25), 0]);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 7]);
    const [first] = batches.flat();
    expect(first).toMatchObject({ before: undefined, after: { pk, sk: "r0", n: 0 } });
    const list = [null, true, { a: "b" }];
    const [changed, removed] = batches.flat().slice(25);
    expect(changed).toMatchObject({ before: { pk, sk: "r0", n: 0 }, after: { pk, sk: "r0", n: 0, list } });
    expect(removed).toMatchObject({ before: { pk, sk: "r1", n: 1 }, after: undefined });
  });

  it("continues from the first failed record of a batch", async () => {
    await put(0, 6);
    const seen: number[][] = [];
    start(async (changes) => {
      seen.push(numbersOf(changes));
      return { failedFrom: seen.length === 1 ? changes[2]?.sequenceNumber : undefined, published: 0 };
    });
    await eventually(() => seen.length === 2);
    expect(seen).toEqual([range(6), [2, 3, 4, 5]]);
  });

  it("finds the poison record behind a handler that only throws, sets it aside, and loses no other", async () => {
    await put(0, 10);
    const handled: number[] = [];
    start(async (changes) => {
      const numbers = numbersOf(changes);
      if (numbers.includes(6)) throw new Error("poison");
      handled.push(...numbers);
      return done;
    });
    await eventually(() => handled.length === 9);
    expect(handled).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
    await eventually(async () => (await opened.engine.mirrorChanges.depth()).pending === 0);
    expect((await opened.engine.mirrorChanges.depth()).failed).toBe(1);
    const asides = opened.logger.lines.filter(({ event }) => event === "stream.record_set_aside");
    expect(asides).toMatchObject([{ fields: { sk: "r6", attempts: 4 } }]);
  });

  it("finds a bad record by halving batches, and doubles them again afterwards", async () => {
    await put(0, 24);
    const sizes: number[] = [];
    start(
      async (changes) => {
        sizes.push(changes.length);
        if (numbersOf(changes).includes(0)) throw new Error("poison");
        return done;
      },
      { batchSize: 8, retryAttempts: 0 },
    );
    await eventually(async () => (await opened.engine.mirrorChanges.depth()).pending === 0);
    expect(sizes).toEqual([8, 4, 2, 1, 1, 2, 4, 8, 8]);
  });

  it("counts the attempts across restarts", async () => {
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
    await eventually(async () => (await opened.engine.mirrorChanges.depth()).failed === 1);
    expect(calls).toBe(3);
  });

  it("runs one batch at a time", async () => {
    await put(0, 40);
    let running = 0;
    let most = 0;
    let handled = 0;
    start(async (changes) => {
      most = Math.max(most, ++running);
      pump?.wake();
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      handled += changes.length;
      return done;
    });
    await eventually(() => handled === 40);
    expect(most).toBe(1);
  });
});
