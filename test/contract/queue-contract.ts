import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import type { QueueSender } from "../../shared/kernel/ports/queue.ts";

export type TestMessage = { readonly body: string; readonly group: string | undefined; readonly receives: number };

export type QueueHarness = {
  readonly queue: QueueSender;
  /**
   * Up to 10 messages, held until `acknowledge` or until the visibility ends: 1 s, or `heldSeconds` on an engine whose
   * clock the test doesn't set.
   */
  readonly receive: (heldSeconds?: number) => Promise<readonly TestMessage[]>;
  readonly acknowledge: (message: TestMessage) => Promise<void>;
  /** Lets this much time pass, in the engine's clock. */
  readonly pass: (ms: number) => Promise<void>;
  readonly dead: () => Promise<number>;
  readonly empty: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Whether received messages include their group. */
  readonly tellsGroups: boolean;
  /** What this engine refuses although SQS accepts it: groups, and messages or requests above this many bytes. */
  readonly refuses: { readonly groups?: boolean; readonly above?: number };
};

/** The settings of the queues that harnesses make. */
export const testedQueue = { visibilitySeconds: 1, maxReceives: 2 } as const;

/** Seconds in which everything is received once, even on a busy machine. */
const farLonger = 60;

const asMessage = (body: string) => ({ body });

/** The contract of every queue. */
export function describeQueue(name: string, makeHarness: () => Promise<QueueHarness>): void {
  describe(`Queue on ${name}`, () => {
    let harness: QueueHarness;
    let queue: QueueSender;

    beforeAll(async () => {
      harness = await makeHarness();
      queue = harness.queue;
    });
    afterAll(() => harness.close());
    beforeEach(() => harness.empty());

    const inGroup = (group: string) => (harness.refuses.groups === true ? {} : { group });
    const receiveAll = async (heldSeconds = farLonger) => {
      const messages: TestMessage[] = [];
      const next = () => harness.receive(heldSeconds);
      for (let page = await next(); page.length > 0; page = await next()) messages.push(...page);
      return messages;
    };

    it("returns every message of a large send once while it is held, with its group", async () => {
      const bodies = Array.from({ length: 57 }, (_, number) => `{"number":${number}}`);
      await queue.send(bodies.map((body, number) => ({ body, ...inGroup(`group-${number % 3}`) })));
      const messages = await receiveAll();
      expect(messages.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
      if (harness.tellsGroups) {
        expect(messages.every(({ body, group }) => group === `group-${Number(body.match(/\d+/)?.[0]) % 3}`)).toBe(true);
      }
      expect(messages.every(({ receives }) => receives === 1)).toBe(true);
    });

    it("accepts an empty send", async () => {
      await queue.send([]);
      expect(await harness.receive()).toEqual([]);
    });

    it("returns an unacknowledged message again when its visibility ends, and counts the receive", async () => {
      await queue.send([{ body: "kept" }, { body: "done" }]);
      const received = await receiveAll(testedQueue.visibilitySeconds);
      for (const message of received) if (message.body === "done") await harness.acknowledge(message);
      expect(await harness.receive()).toEqual([]);
      await harness.pass(1_100);
      expect(await harness.receive()).toMatchObject([{ body: "kept", receives: 2 }]);
    });

    it("hides a delayed message until its time", async () => {
      await queue.send([{ body: "later", delaySeconds: 1 }]);
      expect(await harness.receive()).toEqual([]);
      await harness.pass(1_100);
      expect(await harness.receive()).toMatchObject([{ body: "later" }]);
    });

    it("turns a message that was received too often into a dead letter", async () => {
      const deadBefore = await harness.dead();
      await queue.send([{ body: "poison" }]);
      for (let receives = 1; receives <= testedQueue.maxReceives; receives++) {
        expect(await harness.receive()).toMatchObject([{ body: "poison", receives }]);
        await harness.pass(1_100);
      }
      expect(await harness.receive()).toEqual([]);
      expect(await harness.dead()).toBe(deadBefore + 1);
    });

    it("accepts messages up to 1 MiB and refuses larger ones", async () => {
      const large = "x".repeat(1024 * 1024);
      const { above } = harness.refuses;
      const sent = above === undefined ? [large, large.slice(400_000), large.slice(400_001)] : [large.slice(0, above)];
      await queue.send(sent.map(asMessage));
      expect((await receiveAll()).map(({ body }) => body).toSorted()).toEqual(sent.toSorted());
      const refused = async (body: string) => queue.send([{ body }]).catch((error: unknown) => error);
      expect(await refused(`${large}x`)).toBeInstanceOf(ItemTooLargeError);
      expect(await refused("é".repeat(600 * 1024))).toMatchObject({ message: "a message has 1228800 bytes" });
    });

    it.each([-1, 900.5, 901])("refuses a delay of %s s", async (delaySeconds) => {
      const message = `message: delaySeconds: ${delaySeconds} isn't between 0 and 900`;
      await expect(queue.send([{ body: "a", delaySeconds }])).rejects.toMatchObject({ code: "invalid_input", message });
    });

    it("accepts any text as a group", async () => {
      const groups = ["~partner", "acme zoë", "x".repeat(300)];
      await queue.send(groups.map((group) => ({ body: group, ...inGroup(group) })));
      expect((await receiveAll()).map(({ body }) => body).toSorted()).toEqual(groups.toSorted());
    });

    it("refuses whatever it may refuse by its own limits", async () => {
      const { groups = false, above } = harness.refuses;
      if (groups)
        await expect(queue.send([{ body: "a", group: "a" }])).rejects.toMatchObject({ code: "invalid_input" });
      if (above !== undefined) {
        await expect(queue.send([asMessage("x".repeat(above + 1))])).rejects.toThrow(/too ?long/i);
      }
      expect(await receiveAll()).toEqual([]);
    });

    it("preserves text", async () => {
      const body = JSON.stringify({ text: "Zoë ｆｏｘ \n\t <&>\"'" });
      await queue.send([{ body }]);
      expect(await harness.receive()).toMatchObject([{ body }]);
    });
  });
}
