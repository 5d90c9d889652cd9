import { beforeEach, describe, expect, it } from "vitest";
import type { Queue } from "../../shared/kernel/ports/queue.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import type { OpenEngine, TestEngine } from "../support/node-engine.ts";

const { visibilitySeconds, maxReceives } = queues.deliver;

/** What every queue does for a host that pumps it, in addition to `describeQueue`. */
export function describeQueueConsumer(name: string, open: OpenEngine): void {
  describe(`QueueConsumer on ${name}`, () => {
    let clock: FakeClock;
    let opened: TestEngine;
    let queue: Queue;
    beforeEach(() => {
      clock = new FakeClock();
      opened = open(clock);
      queue = opened.engine.queue("deliver");
    });

    const send = (count: number) =>
      queue.send(Array.from({ length: count }, (_, number) => ({ body: `a-${number}`, group: "a" })));

    it("returns at most as many messages as requested, each with its sent time", async () => {
      await send(3);
      const sentAt = clock.now();
      clock.advance(1_000);
      const messages = await queue.receive(2);
      expect(messages).toMatchObject([
        { group: "a", receives: 1, sentAt },
        { group: "a", receives: 1, sentAt },
      ]);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
      expect(await queue.receive(2)).toHaveLength(1);
    });

    it("hides a received message until its visibility timeout ends", async () => {
      await send(1);
      await queue.receive(1);
      clock.advance(visibilitySeconds * 1_000 - 1);
      expect(await queue.receive(1)).toEqual([]);
      clock.advance(1);
      expect(await queue.receive(1)).toMatchObject([{ receives: 2 }]);
    });

    it("knows since when messages are ready, and since when some are dead", async () => {
      expect([await queue.readySince(), await queue.deadSince()]).toEqual([undefined, undefined]);
      const sentAt = clock.now();
      await send(1);
      clock.advance(1_000);
      await send(1);
      expect(await queue.readySince()).toBe(sentAt);
      for (let receives = 0; receives < maxReceives; receives++) await queue.release(await queue.receive(2), 0);
      clock.advance(1_000);
      expect(await queue.receive(2)).toEqual([]);
      const diedAt = clock.now();
      clock.advance(1_000);
      expect([await queue.readySince(), await queue.deadSince()]).toEqual([undefined, diedAt]);
    });

    it("knows how many messages are receivable now", async () => {
      expect(await queue.hasReady(1)).toBe(false);
      await send(2);
      await queue.send([{ body: "later", delaySeconds: 5 }]);
      expect(await queue.hasReady(2)).toBe(true);
      expect(await queue.hasReady(3)).toBe(false);
      clock.advance(5_000);
      expect(await queue.hasReady(3)).toBe(true);
    });

    it("knows when the next hidden message becomes ready", async () => {
      expect(await queue.nextReadyAt()).toBeUndefined();
      await queue.send([
        { body: "later", delaySeconds: 60 },
        { body: "soon", delaySeconds: 5 },
      ]);
      expect(await queue.nextReadyAt()).toBe(clock.now() + 5_000);
    });

    it("refuses to acknowledge or release a message that was received again", async () => {
      await send(1);
      const late = await queue.receive(1);
      clock.advance(visibilitySeconds * 1_000);
      const again = await queue.receive(1);
      await queue.acknowledge(late);
      await queue.release(late, 0);
      expect(await queue.depth()).toMatchObject({ ready: 0, inFlight: 1 });
      await queue.acknowledge(again);
      expect(await queue.depth()).toMatchObject({ ready: 0, inFlight: 0 });
    });

    it("returns a released message again after its delay", async () => {
      await send(1);
      await queue.release(await queue.receive(1), 5_000);
      expect(await queue.receive(1)).toEqual([]);
      expect(await queue.nextReadyAt()).toBe(clock.now() + 5_000);
      clock.advance(5_000);
      expect(await queue.receive(1)).toMatchObject([{ receives: 2 }]);
    });

    it("makes the messages of an ended process ready without spending a receive", async () => {
      await send(3);
      await queue.send([{ body: "later", delaySeconds: 60 }]);
      await queue.receive(2);
      const successor = opened.another();
      expect(await successor.queue("deliver").releaseInFlight()).toBe(2);
      expect(await successor.queue("deliver").depth()).toEqual({ ready: 3, delayed: 1, inFlight: 0, dead: 0 });
      successor.close();
    });

    it("keeps dead letters separate until they are redriven, then forgets all but one of their receives", async () => {
      await send(1);
      for (let receives = 0; receives < maxReceives; receives++) {
        await queue.release(await queue.receive(1), 0);
      }
      expect(await queue.receive(1)).toEqual([]);
      expect(await queue.depth()).toEqual({ ready: 0, delayed: 0, inFlight: 0, dead: 1 });
      expect(await queue.redrive()).toBe(1);
      expect(await queue.receive(1)).toMatchObject([{ body: "a-0", group: "a", receives: 2 }]);
      expect([(await queue.depth()).dead, await queue.redrive()]).toEqual([0, 0]);
    });

    describe("after the clock was set back", () => {
      const hour = 3_600_000;

      it("returns in-flight messages again within the longest message delay", async () => {
        await send(1);
        await queue.receive(1);
        clock.advance(-hour);
        expect(await queue.receive(1)).toEqual([]);
        clock.advance(900_001);
        expect((await queue.receive(1)).map(({ group }) => group)).toEqual(["a"]);
      });

      it("keeps no delayed message longer than the longest delay", async () => {
        await queue.send([{ body: "{}", group: "a", delaySeconds: 900 }]);
        clock.advance(-hour);
        expect(await queue.receive(1)).toEqual([]);
        clock.advance(900_001);
        expect((await queue.receive(1)).map(({ group }) => group)).toEqual(["a"]);
      });
    });
  });
}
