import { beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../support/fake-clock.ts";
import type { OpenEngine, TestEngine } from "../support/node-engine.ts";
import { eventually } from "../support/node-engine.ts";

/** The contract of every engine's wake-ups. */
export function describeWakeUps(name: string, open: OpenEngine): void {
  describe(`WakeUps on ${name}`, () => {
    let clock: FakeClock;
    let opened: TestEngine;
    beforeEach(() => {
      clock = new FakeClock();
      opened = open(clock);
    });

    it("wake the queue's consumer once its message is receivable", async () => {
      const { wakeUps } = opened.engine;
      const queue = opened.engine.queue("deliver");
      const received: string[] = [];
      wakeUps.on("deliver", () => {
        void queue.receive(10).then((messages) => received.push(...messages.map(({ body }) => body)));
      });
      await queue.send([{ body: "a" }]);
      await eventually(() => received.length === 1);
    });

    it("wake the queue's consumer when a message is released", async () => {
      const queue = opened.engine.queue("deliver");
      await queue.send([{ body: "a" }]);
      const held = await queue.receive(1);
      let woken = 0;
      opened.engine.wakeUps.on("deliver", () => (woken += 1));
      await queue.release(held, 0);
      await eventually(() => woken > 0);
    });

    it("wake the table's stream consumer once the change is readable", async () => {
      const { wakeUps, mirrorChanges } = opened.engine;
      let pending = 0;
      wakeUps.on("mirror", () => {
        void mirrorChanges.depth().then((depth) => (pending = depth.pending));
      });
      await opened.engine.table("mirror").put([{ item: { pk: "p", sk: "s" } }]);
      await eventually(() => pending === 1);
    });

    it("wake the consumers of everything that is redriven, removed or changed", async () => {
      const { wakeUps, mirrorChanges } = opened.engine;
      const [queue, table] = [opened.engine.queue("deliver"), opened.engine.table("mirror")];
      const woken = { deliver: 0, mirror: 0 };
      for (const name of ["deliver", "mirror"] as const) wakeUps.on(name, () => (woken[name] += 1));
      const wakes = async (name: keyof typeof woken, work: () => Promise<unknown>) => {
        const before = woken[name];
        await work();
        await eventually(() => woken[name] > before);
      };
      const key = { pk: "p", sk: "s" };
      await wakes("mirror", () => table.update({ key, set: { a: 1 } }));
      await wakes("mirror", () => table.remove(key));
      await table.put([{ item: { ...key, expiresAt: clock.now() / 1_000 } }]);
      await wakes("mirror", () => table.deleteExpired(1));
      await wakes("mirror", () => mirrorChanges.redrive());
      await wakes("deliver", () => queue.redrive());
    });

    it("ignore other queues' messages and stopped listeners", async () => {
      const { wakeUps } = opened.engine;
      const woken: string[] = [];
      wakeUps.on("poll", () => woken.push("poll"));
      const stop = wakeUps.on("deliver", () => woken.push("stopped"));
      wakeUps.on("deliver", () => woken.push("deliver"));
      stop();
      await opened.engine.queue("deliver").send([{ body: "a" }]);
      await eventually(() => woken.includes("deliver"));
      expect(new Set(woken)).toEqual(new Set(["deliver"]));
    });

    it("wake the consumers of a sibling engine", async () => {
      const sibling = opened.engine.sibling();
      let woken = 0;
      opened.engine.wakeUps.on("deliver", () => (woken += 1));
      await sibling.queue("deliver").send([{ body: "a" }]);
      await eventually(() => woken > 0);
      sibling.close();
    });
  });
}
