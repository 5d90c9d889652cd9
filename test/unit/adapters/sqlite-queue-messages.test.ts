import { beforeEach, describe, expect, it, vi } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { queueOfTest } from "./database-of-test.ts";

let opened: ReturnType<typeof queueOfTest>["opened"];
let clock: FakeClock;
let queue: SqliteQueue;
beforeEach(() => {
  ({ opened, clock, queue } = queueOfTest());
});

it("a SqliteQueue writes nothing if no message is sent, ready, acknowledged or released", async () => {
  await queue.send([{ body: "later", delaySeconds: 900 }]);
  const writes = [vi.spyOn(opened.database, "commit"), vi.spyOn(opened.database, "write")];
  expect(await queue.receive(1)).toEqual([]);
  await queue.send([]);
  await queue.acknowledge([]);
  await queue.release([], 0);
  for (const write of writes) expect(write).not.toHaveBeenCalled();
});

describe("a message that returns", () => {
  it("is ready as soon as it is released without a delay", async () => {
    await queue.send([{ body: "", group: "a" }]);
    await queue.release(await queue.receive(1), 0);
    expect(await queue.nextReadyAt()).toBeUndefined();
    expect(await queue.readySince()).toBe(clock.now());
  });

  it("from the dead letters waits behind those that were ready before", async () => {
    queue = new SqliteQueue(opened.database, { ...queues.deliver, maxReceives: 1 }, clock, new LocalWakeUps());
    await queue.send([{ body: "", group: "a" }]);
    await queue.release(await queue.receive(1), 0);
    expect(await queue.receive(1)).toEqual([]);
    await queue.send([{ body: "", group: "b" }]);
    expect(await queue.redrive()).toBe(1);
    expect(await queue.depth()).toMatchObject({ ready: 2, dead: 0 });
    expect(await queue.receive(1)).toMatchObject([{ group: "b" }]);
  });
});
