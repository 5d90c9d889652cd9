import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Host, startHost } from "../../../infra/node/host.ts";
import type { NodeEngine } from "../../../infra/node/node-engine.ts";
import type { StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { hostileEngine } from "../../support/hostile-engine.ts";
import { engineOfTest, eventually, idleHandlers, type TestEngine } from "../../support/node-engine.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

let opened: TestEngine;
let host: Host | undefined;
beforeEach(() => {
  opened = engineOfTest();
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
});

const hostile = (options: { mishap?: number; indexLag?: number }): NodeEngine =>
  hostileEngine(opened.engine, { randomness: new SeededRandomness(7), ...options });
const done = { batchItemFailures: [] };

describe("a hostile engine", () => {
  it("returns messages twice and out of order, and loses none", async () => {
    const engine = hostile({ mishap: 0.2 });
    const seen: number[] = [];
    const deliver = async ({ Records }: { Records: { body: string }[] }) => {
      seen.push(...Records.map(({ body }) => Number(body)));
      return done;
    };
    host = await startHost({ engine, handlers: idleHandlers({ deliver }), pollInterval: 20 });
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    await engine.queue("deliver").send(numbers.map((number) => ({ body: String(number) })));
    await eventually(() => new Set(seen).size === 200);
    await eventually(async () => {
      const { ready, delayed, inFlight } = await engine.queue("deliver").depth();
      return ready + delayed + inFlight === 0;
    });
    expect(seen.length).toBeGreaterThan(220);
    expect(seen).not.toEqual(seen.toSorted((one, other) => one - other));
    expect((await engine.queue("deliver").depth()).dead).toBe(0);
  });

  it("repeats stream batches, but keeps the order of a record's changes", async () => {
    const engine = hostile({ mishap: 0.3 });
    const seen: number[] = [];
    const publish = async (changes: readonly StreamChange[]) => {
      seen.push(...changes.map(({ after }) => Number(after?.["seq"])));
      return { failedFrom: undefined, published: 0 };
    };
    host = await startHost({ engine, handlers: idleHandlers({ publish }), pollInterval: 20 });
    for (let seq = 1; seq <= 60; seq++) await engine.table("mirror").put([{ item: { pk: "p", sk: "s", seq } }]);
    await eventually(async () => new Set(seen).size === 60 && (await engine.mirrorChanges.depth()).pending === 0);
    expect(seen.length).toBeGreaterThan(60);
    const firstSeen = [...new Set(seen)];
    expect(firstSeen).toEqual(firstSeen.toSorted((one, other) => one - other));
  });

  it("publishes some events twice", async () => {
    const entry = { id: "evt", type: "person.updated", time: 0, detail: `{"instance":"acme"}` };
    await hostile({ mishap: 1 }).bus.publish([entry]);
    expect((await opened.engine.queue("fanout").depth()).ready).toBe(2);
  });

  it("returns stale index queries, and current items", async () => {
    const clock = new FakeClock();
    const engine = { ...opened.engine, clock };
    const table = hostileEngine(engine, { randomness: { fraction: () => 0.99 }, indexLag: 400 }).table("feeds");
    const keys = async (partition: string) =>
      (await table.queryIndex({ index: "wheel", partition })).items.map(({ pk }) => pk);
    await opened.engine.table("feeds").put([{ item: { pk: "old", sk: "feed", wheel: "slot#1" } }]);
    await table.update({ key: { pk: "old", sk: "feed" }, set: { wheel: "slot#2" } });
    await table.put([{ item: { pk: "new", sk: "feed", wheel: "slot#2" } }]);
    expect(await keys("slot#1")).toEqual(["old"]);
    expect(await keys("slot#2")).toEqual([]);
    expect(await table.get({ pk: "old", sk: "feed" })).toMatchObject({ wheel: "slot#2" });
    clock.advance(410);
    expect(await keys("slot#1")).toEqual([]);
    expect(await keys("slot#2")).toEqual(["new", "old"]);
  });
});
