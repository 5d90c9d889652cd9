import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SqsEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { type Host, type HostOptions, startHost } from "../../../infra/node/host.ts";
import { HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import { engineOfTest, eventually, idleHandlers, openTestEngine, type TestEngine } from "../../support/node-engine.ts";

let opened: TestEngine;
let hosts: Host[];
beforeEach(() => {
  opened = engineOfTest();
  hosts = [];
});
afterEach(async () => {
  for (const host of hosts) await host.stop();
});

async function start(options: Partial<HostOptions> = {}): Promise<Host> {
  const host = await startHost({ engine: opened.engine, handlers: idleHandlers(), ...options });
  hosts.push(host);
  return host;
}

const done = { batchItemFailures: [] };
/** Handlers of which `deliver` passes each batch to `handle`, and reports no failure. */
const delivering = (handle: (event: SqsEvent) => unknown) =>
  idleHandlers({
    deliver: async (event) => {
      await handle(event);
      return done;
    },
  });
const bodiesOf = ({ Records }: SqsEvent) => Records.map(({ body }) => body);

describe("the host's queues", () => {
  it("wake their consumer at once when something is sent", async () => {
    let taken = 0;
    const handlers = delivering(({ Records }) => (taken += Records.length));
    // A consumer that only polls would find it long after this test has failed.
    await start({ handlers, pollInterval: 3_600_000 });
    for (let number = 0; number < 5; number++) {
      await opened.engine.queue("deliver").send([{ body: "{}" }]);
      await eventually(() => taken > number);
    }
  });

  it("find another process's messages by polling", async () => {
    const bodies: string[] = [];
    await start({ handlers: delivering((event) => bodies.push(...bodiesOf(event))), pollInterval: 20 });
    const other = opened.another();
    await other.queue("deliver").send([{ body: "from afar" }]);
    await eventually(() => bodies.length === 1);
    other.close();
  });

  it("deliver batches up to the topology's size, with group and receive count", async () => {
    const events: SqsEvent[] = [];
    await start({ handlers: delivering((event) => events.push(event)) });
    await opened.engine.queue("deliver").send(Array.from({ length: 35 }, () => ({ body: "{}", group: "sub_1" })));
    await eventually(() => events.flatMap(({ Records }) => Records).length === 35);
    expect(Math.max(...events.map(({ Records }) => Records.length))).toBe(queues.deliver.batchSize);
    expect(events[0]?.Records[0]?.attributes).toEqual({ ApproximateReceiveCount: "1", MessageGroupId: "sub_1" });
  });

  it("redeliver only the failed messages of a batch", async () => {
    const bodies: string[][] = [];
    const handlers = idleHandlers({
      deliver: async (event) => {
        bodies.push(bodiesOf(event));
        const failed = event.Records.filter(
          ({ body, attributes }) => body === "bad" && attributes.ApproximateReceiveCount === "1",
        );
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    });
    await start({ handlers });
    await opened.engine.queue("deliver").send([{ body: "good" }, { body: "bad" }]);
    await eventually(async () => bodies.length === 2 && (await opened.engine.queue("deliver").depth()).inFlight === 0);
    expect(bodies).toEqual([["good", "bad"], ["bad"]]);
  });

  it("redeliver a whole batch when its handler throws", async () => {
    let calls = 0;
    const handlers = delivering(() => {
      calls += 1;
      if (calls === 1) throw new Error("bug");
    });
    await start({ handlers });
    await opened.engine.queue("deliver").send([{ body: "a" }]);
    await eventually(() => calls === 2);
    await eventually(async () => (await opened.engine.queue("deliver").depth()).inFlight === 0);
    expect(opened.logger.lines.some(({ event }) => event === "queue.batch_failed")).toBe(true);
  });

  it("run at most as many batches at once as the topology says", async () => {
    let running = 0;
    let most = 0;
    let handled = 0;
    const handlers = idleHandlers({
      tick: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 10));
        running -= 1;
        handled += 1;
        return done;
      },
    });
    await start({ handlers });
    await opened.engine.queue("ticks").send(Array.from({ length: 35 }, () => ({ body: "{}" })));
    await eventually(() => handled === 35);
    expect(most).toBe(queues.ticks.maxConcurrency);
  });
});

describe("the host's clock", () => {
  it("fires at the start and then at its interval", async () => {
    const times: string[] = [];
    const handlers = idleHandlers({ clock: async ({ time }) => times.push(time) });
    await start({ handlers, clockEvery: 30 });
    await eventually(() => times.length >= 3);
    expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it("continues after a failure", async () => {
    let fired = 0;
    const handlers = idleHandlers({
      clock: async () => {
        fired += 1;
        throw new Error("bug");
      },
    });
    await start({ handlers, clockEvery: 20 });
    await eventually(() => fired >= 3);
    expect(opened.logger.lines.filter(({ event }) => event === "host.clock_failed").length).toBeGreaterThanOrEqual(2);
  });
});

describe("the host", () => {
  it("shares its data directory with no other host, and releases it when it stops", async () => {
    const host = await start();
    await expect(start()).rejects.toBeInstanceOf(HostRunningError);
    await host.stop();
    await start();
  });

  it("releases its data directory only when the other users of its store have ended", async () => {
    const host = await start();
    const others = Promise.withResolvers<undefined>();
    const stopped = host.stop(1_000, others.promise);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(start()).rejects.toBeInstanceOf(HostRunningError);
    others.resolve(undefined);
    await stopped;
    await start();
  });

  it("finishes running work before it stops", async () => {
    let finished = false;
    let began = false;
    const handlers = delivering(async () => {
      began = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      finished = true;
    });
    const host = await start({ handlers });
    await opened.engine.queue("deliver").send([{ body: "a" }]);
    await eventually(() => began);
    await host.stop();
    expect(finished).toBe(true);
    expect(await opened.engine.queue("deliver").depth()).toEqual({ ready: 0, delayed: 0, inFlight: 0, dead: 0 });
  });

  it("stops in time though a handler hangs, and its successor gets the message at once", async () => {
    let began = false;
    const handlers = delivering(() => {
      began = true;
      return new Promise(() => undefined);
    });
    const host = await start({ handlers });
    await opened.engine.queue("deliver").send([{ body: "a" }]);
    await eventually(() => began);
    await host.stop(50);
    expect(opened.logger.lines).toContainEqual(
      expect.objectContaining({ event: "host.stopped_hard", fields: { within: 50 } }),
    );
    let again = 0;
    await start({ handlers: delivering(() => (again += 1)) });
    await eventually(() => again === 1);
  });

  it("survives a handler that ends after the engine was closed", async () => {
    const unowned = openTestEngine();
    const { promise: gate, resolve: release } = Promise.withResolvers<undefined>();
    let running = false;
    const handlers = delivering(() => {
      running = true;
      return gate;
    });
    const host = await startHost({ engine: unowned.engine, handlers });
    await unowned.engine.queue("deliver").send([{ body: "{}" }]);
    await eventually(() => running);
    await host.stop(1);
    unowned.remove();
    release(undefined);
    await eventually(() => unowned.logger.lines.some(({ event }) => event === "queue.acknowledge_failed"));
  });

  it("lets several workers take turns", async () => {
    const calls = [0, 0, 0];
    const worker = (number: number) =>
      idleHandlers({
        tick: async () => {
          calls[number] = (calls[number] ?? 0) + 1;
          return done;
        },
      });
    await start({ handlers: [worker(0), worker(1), worker(2)] });
    await opened.engine.queue("ticks").send(Array.from({ length: 30 }, () => ({ body: "{}" })));
    await eventually(() => calls.reduce((sum, count) => sum + count, 0) === 30);
    expect(Math.min(...calls)).toBeGreaterThan(0);
  });
});
