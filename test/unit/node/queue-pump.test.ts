import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BatchResponse, SqsEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { type NodeEngine } from "../../../infra/node/node-engine.ts";
import { QueuePump } from "../../../infra/node/queue-pump.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import { engineOfTest, eventually, type TestEngine } from "../../support/node-engine.ts";

const done: BatchResponse = { batchItemFailures: [] };
const pollInterval = 50;
let opened: TestEngine;
let queue: ReturnType<NodeEngine["queue"]>;
let pump: QueuePump;
let handled: number;
let handler: (event: SqsEvent) => Promise<BatchResponse>;
let paused: boolean;
let now: () => number;
const pumpWith = (pollInterval: number) =>
  new QueuePump({
    queue,
    declaration: queues.deliver,
    handler: async (event) => {
      handled += 1;
      return handler(event);
    },
    clock: { now: () => now() },
    logger: opened.engine.logger,
    pollInterval,
    isPaused: () => paused,
  });
beforeEach(() => {
  paused = false;
  opened = engineOfTest();
  queue = opened.engine.queue("deliver");
  now = () => opened.engine.clock.now();
  handled = 0;
  handler = () => Promise.resolve(done);
  pump = pumpWith(pollInterval);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await pump.stop();
});

const send = (count: number) => queue.send(Array.from({ length: count }, () => ({ body: "{}" })));
/** From now on, messages hang, until the returned function is called. */
const hangs = () => {
  const { promise, resolve } = Promise.withResolvers<BatchResponse>();
  handler = () => promise;
  return () => {
    resolve(done);
  };
};

/** How often a pump polls in the time since then. A busy machine takes more time. */
const looksSince = (began: number): number => Math.floor((performance.now() - began) / pollInterval);

describe("a queue pump", () => {
  it("continues when the engine temporarily can't say when the next message is due", async () => {
    const asked = vi.spyOn(queue, "nextReadyAt").mockRejectedValueOnce(new EngineUnavailableError("busy"));
    pump.wake();
    await eventually(() => asked.mock.calls.length > 0);
    // Only polling finds another process's message.
    const other = opened.another();
    await other.queue("deliver").send([{ body: "{}" }]);
    await eventually(() => handled === 1);
    other.close();
  });

  it("doesn't poll constantly while it can't receive what is due", async () => {
    await send(1);
    await queue.release(await queue.receive(1), 1);
    await delay(5);
    const receive = vi.spyOn(queue, "receive").mockRejectedValue(new EngineUnavailableError("disk full"));
    const began = performance.now();
    pump.wake();
    await delay(4 * pollInterval);
    expect(receive.mock.calls.length).toBeLessThanOrEqual(1 + looksSince(began));
    receive.mockRestore();
    await eventually(() => handled === 1);
  });

  it("doesn't poll constantly while a message is due and all its places are taken", async () => {
    const { maxConcurrency, batchSize } = queues.deliver;
    const release = hangs();
    await send(maxConcurrency * batchSize + 1);
    pump.wake();
    await eventually(() => handled === maxConcurrency);
    await queue.release(await queue.receive(1), 1);
    await delay(5);
    const looks = vi.spyOn(queue, "nextReadyAt");
    const began = performance.now();
    pump.wake();
    await delay(4 * pollInterval);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2 + looksSince(began));
    release();
    await eventually(() => handled === maxConcurrency + 1);
  });

  it("starts at most 12 batches at once, and more once half of them are done or a moment has passed", async () => {
    let time = opened.engine.clock.now();
    now = () => time;
    const batches: (() => void)[] = [];
    handler = () => {
      const { promise, resolve } = Promise.withResolvers<BatchResponse>();
      batches.push(() => {
        resolve(done);
      });
      return promise;
    };
    await send(400);
    pump.wake();
    await eventually(() => handled === 12);
    await delay(3 * pollInterval);
    expect(await queue.depth()).toMatchObject({ inFlight: 120, ready: 280 });
    // Seven batches of ten are done, so as many messages begin together.
    for (const end of batches.splice(0, 7)) end();
    await eventually(async () => (await queue.depth()).ready === 210);
    expect(handled).toBe(19);
    time += 50;
    await eventually(async () => (await queue.depth()).ready === 90);
    time += 50;
    await eventually(async () => (await queue.depth()).ready === 0);
    for (const end of batches) end();
  });

  it("continues after the clock was set back", async () => {
    const release = hangs();
    await send(200);
    pump.wake();
    await eventually(() => handled === 12);
    now = () => opened.engine.clock.now() - 3_600_000;
    await eventually(async () => (await queue.depth()).ready === 0);
    release();
  });

  describe("that rarely polls for other processes' messages", () => {
    beforeEach(() => {
      pump = pumpWith(60_000);
    });

    it("receives a message as soon as it is due, and polls no more often than that", async () => {
      await send(1);
      await queue.release(await queue.receive(1), 100);
      const looks = vi.spyOn(queue, "nextReadyAt");
      pump.wake();
      await eventually(() => handled === 1);
      expect(looks.mock.calls.length).toBeLessThanOrEqual(10);
    });

    it("starts more messages after a moment, though none has ended", async () => {
      const release = hangs();
      await send(200);
      pump.wake();
      await eventually(() => handled === 20);
      release();
    });

    it("begins more messages though the moment passes while it decides when to look again", async () => {
      const release = hangs();
      await send(200);
      const time = now();
      let looks = 0;
      now = () => {
        if (handled === 12) looks += 1;
        return looks > 1 ? time + 60 : time;
      };
      pump.wake();
      try {
        await eventually(() => handled === 20);
      } finally {
        release();
      }
    });
  });

  it("stops only after it has processed what it was about to receive", async () => {
    await send(1);
    const receive = queue.receive.bind(queue);
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const asked = vi.spyOn(queue, "receive").mockImplementationOnce(async (most) => {
      await answered;
      return receive(most);
    });
    let hasEnded = false;
    handler = async () => {
      await delay(10);
      hasEnded = true;
      return done;
    };
    pump.wake();
    await eventually(() => asked.mock.calls.length === 1);
    const stopping = pump.stop();
    answer(undefined);
    await stopping;
    expect([handled, hasEnded]).toEqual([1, true]);
  });

  it("makes up for a failed acknowledgement before it receives the same message again", async () => {
    const acknowledge = vi.spyOn(queue, "acknowledge").mockRejectedValueOnce(new EngineUnavailableError("disk full"));
    handler = () => {
      paused = true;
      return Promise.resolve(done);
    };
    await send(1);
    pump.wake();
    await eventually(() => acknowledge.mock.calls.length === 1);
    const later = Date.now() + queues.deliver.visibilitySeconds * 1_000 + 1;
    vi.spyOn(opened.engine.clock, "now").mockImplementation(() => later);
    paused = false;
    pump.wake();
    await eventually(async () => (await queue.depth()).inFlight + (await queue.depth()).ready === 0);
    expect(handled).toBe(1);
  });

  it("has a place for the others while more messages than batches hang, one by one", async () => {
    const { maxConcurrency } = queues.deliver;
    const release = hangs();
    opened.engine.wakeUps.on("deliver", () => {
      pump.wake();
    });
    for (let sent = 1; sent <= maxConcurrency + 20; sent += 1) {
      await queue.send([{ body: "{}", group: "tarpit" }]);
      await eventually(() => handled === sent);
    }
    handler = () => Promise.resolve(done);
    await queue.send([{ body: "{}", group: "healthy" }]);
    await eventually(async () => {
      const { inFlight, ready } = await queue.depth();
      return inFlight === maxConcurrency + 20 && ready === 0;
    });
    release();
    await eventually(async () => (await queue.depth()).inFlight === 0);
  });

  it("makes up for failed acknowledgements and releases as soon as it can, not only when the visibility ends", async () => {
    await queue.send([{ body: '"done"' }, { body: '"failed"' }]);
    const full = new EngineUnavailableError("disk full");
    const acknowledge = vi.spyOn(queue, "acknowledge").mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    vi.spyOn(queue, "release").mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    handler = (event) => {
      const failed = handled === 1 ? event.Records.filter(({ body }) => body === '"failed"') : [];
      return Promise.resolve({
        batchItemFailures: failed.map(({ messageId: itemIdentifier }) => ({ itemIdentifier })),
      });
    };
    pump.wake();
    await eventually(() => acknowledge.mock.calls.length === 2);
    expect(await queue.depth()).toMatchObject({ inFlight: 2 });
    await eventually(async () => handled === 2 && (await queue.depth()).inFlight === 0);
    expect(await queue.depth()).toEqual({ ready: 0, delayed: 0, inFlight: 0, dead: 0 });
  });

  it("retries an acknowledgement only when it is no longer paused", async () => {
    const acknowledge = vi.spyOn(queue, "acknowledge").mockRejectedValueOnce(new EngineUnavailableError("disk full"));
    handler = () => {
      paused = true;
      return Promise.resolve(done);
    };
    await send(1);
    pump.wake();
    await eventually(() => acknowledge.mock.calls.length === 1);
    await delay(4 * pollInterval);
    expect(acknowledge).toHaveBeenCalledOnce();
    paused = false;
    await eventually(async () => (await queue.depth()).inFlight === 0);
    expect(handled).toBe(1);
  });
});
