import { beforeEach, describe, expect, it } from "vitest";
import type { NodeTable } from "../../infra/node/node-engine.ts";
import type { ChangeRecord, ChangeStream } from "../../shared/kernel/ports/change-stream.ts";
import { absent } from "../../shared/kernel/ports/table.ts";
import { FakeClock } from "../support/fake-clock.ts";
import type { OpenEngine, TestEngine } from "../support/node-engine.ts";

const key = { pk: "acme#person#3", sk: "1" };

/** The contract of every change stream. */
export function describeChangeStream(name: string, open: OpenEngine): void {
  describe(`ChangeStream on ${name}`, () => {
    let clock: FakeClock;
    let opened: TestEngine;
    let stream: ChangeStream;
    let table: NodeTable;
    beforeEach(() => {
      clock = new FakeClock();
      opened = open(clock);
      stream = opened.engine.mirrorChanges;
      table = opened.engine.table("mirror");
    });

    /** All records of a shard behind a position, because a read may return fewer than requested. */
    const readAll = async (shard: number, after = 0, of: ChangeStream = stream) => {
      const records: ChangeRecord[] = [];
      for (let position = after; ; ) {
        const page = await of.read(shard, position, 100);
        records.push(...page);
        const last = page.at(-1);
        if (last === undefined) return records;
        position = last.position;
      }
    };
    /** The shard that holds the changes of `key`. */
    const shardOfKey = async () => {
      for (let shard = 0; shard < stream.shards; shard += 1) if ((await readAll(shard)).length > 0) return shard;
      throw new Error("no shard holds a record");
    };
    const images = async () =>
      (await readAll(await shardOfKey())).map(({ before, after }) => [before?.["seq"], after?.["seq"]]);

    it("has both images of every change, in write order", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      await table.update({ key, add: { seq: 1 } });
      await table.put([{ item: { ...key, seq: 9 } }]);
      await table.remove(key);
      expect(await images()).toEqual([
        [undefined, 1],
        [1, 2],
        [2, 9],
        [9, undefined],
      ]);
    });

    it("includes items created under a condition, as the mirror creates every item", async () => {
      await table.put([{ item: { ...key, seq: 1 }, when: absent }]);
      await table.put([{ item: { ...key, seq: 2 }, when: [{ attribute: "seq", is: "equal", value: 1 }] }]);
      expect(await images()).toEqual([
        [undefined, 1],
        [1, 2],
      ]);
    });

    it("has no records of writes that changed nothing", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      await table.put([{ item: { ...key, seq: 1 } }]);
      await table.put([{ item: { ...key, seq: 2 }, when: absent }]);
      await table.update({ key, set: { seq: 3 }, when: [{ attribute: "seq", is: "above", value: 5 }] });
      await table.remove({ pk: key.pk, sk: "nothing" });
      expect(await images()).toEqual([[undefined, 1]]);
    });

    it("reports the expiry of an item as a removal", async () => {
      await table.put([{ item: { ...key, seq: 1, expiresAt: Math.floor(clock.now() / 1_000) + 5 } }]);
      expect(await table.deleteExpired(10)).toBe(0);
      clock.advance(6_000);
      expect(await table.deleteExpired(10)).toBe(1);
      expect(await images()).toEqual([
        [undefined, 1],
        [1, undefined],
      ]);
    });

    it("keeps all changes to one partition in one shard", async () => {
      const keys = Array.from({ length: 200 }, (_, number) => ({
        pk: `acme#person#${number % 16}`,
        sk: String(number),
      }));
      await table.put(keys.map((item) => ({ item })));
      const reads = await Promise.all(Array.from({ length: stream.shards }, async (_, shard) => readAll(shard)));
      const shards = reads.map((records) => new Set(records.map((record) => record.key.pk)));
      expect(shards.reduce((sum, { size }) => sum + size, 0)).toBe(16);
      expect(shards.filter(({ size }) => size > 0).length).toBeGreaterThan(1);
    });

    it("remembers the consumer's position across a restart", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      await table.put([{ item: { ...key, seq: 2 } }]);
      const shard = await shardOfKey();
      expect(await stream.position(shard)).toEqual({ position: 0, attempts: 0 });
      const [first] = await readAll(shard);
      await stream.advance(shard, { position: first!.position, attempts: 3 });
      const restarted = opened.another();
      expect(await restarted.mirrorChanges.position(shard)).toEqual({ position: first!.position, attempts: 3 });
      expect(await restarted.mirrorChanges.depth()).toEqual({ pending: 1, failed: 0 });
      expect(await restarted.mirrorChanges.waitingSince()).toBeTypeOf("number");
      restarted.close();
    });

    it("sets a failing record aside whole, and appends it again on redrive", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      await table.update({ key, add: { seq: 1 } });
      const shard = await shardOfKey();
      const [, second] = await readAll(shard);
      await stream.setAside(shard, second!, "failed 101 times");
      expect(await stream.depth()).toEqual({ pending: 0, failed: 1 });
      expect(await stream.redrive()).toBe(1);
      expect(await stream.depth()).toEqual({ pending: 1, failed: 0 });
      expect((await images()).at(-1)).toEqual([1, 2]);
    });

    it("counts a record that was set aside as the oldest one, until it is done after a redrive", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      const shard = await shardOfKey();
      const [first] = await readAll(shard);
      expect(await stream.waitingSince()).toBe(clock.now());
      await stream.setAside(shard, first!, "failed 101 times");
      expect(await stream.waitingSince()).toBe(0);
      await table.put([{ item: { ...key, seq: 2 } }]);
      await stream.redrive();
      await table.put([{ item: { ...key, seq: 3 } }]);
      const [, second, again] = await readAll(shard);
      await stream.advance(shard, { position: second!.position, attempts: 0 });
      expect(await stream.waitingSince()).toBe(0);
      const restarted = opened.another();
      expect(await restarted.mirrorChanges.waitingSince()).toBe(0);
      restarted.close();
      await stream.advance(shard, { position: again!.position, attempts: 0 });
      expect(await stream.waitingSince()).toBe(clock.now());
    });

    it("trims finished records, and old unread ones where it must lose them as AWS does", async () => {
      for (let seq = 1; seq <= 5; seq++) await table.put([{ item: { ...key, seq } }]);
      const shard = await shardOfKey();
      const records = await readAll(shard);
      await stream.advance(shard, { position: records[1]!.position, attempts: 0 });
      expect(await stream.trim(shard, 100)).toBe(2);
      expect(await images()).toHaveLength(3);
      clock.advance(1_000);
      await table.put([{ item: { ...key, seq: 6 } }]);
      expect(await stream.trim(shard, 100, clock.now())).toBe(3);
      expect(await images()).toEqual([[5, 6]]);
    });

    it("never reuses a position, even after everything is trimmed", async () => {
      await table.put([{ item: { ...key, seq: 1 } }]);
      const shard = await shardOfKey();
      const [first] = await readAll(shard);
      await stream.advance(shard, { position: first!.position, attempts: 0 });
      await stream.trim(shard, 10);
      await table.put([{ item: { ...key, seq: 2 } }]);
      expect(await readAll(shard, first!.position)).toHaveLength(1);
    });
  });
}
