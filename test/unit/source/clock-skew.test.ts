import { expect, test } from "vitest";
import type { Key, Put } from "../../../shared/kernel/ports/table.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import { faked } from "../../support/faked.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const now = Date.UTC(2026, 0, 12, 8);

function skewsOf(table = new MemoryTable("feeds")) {
  const calls: string[] = [];
  const counting = faked(MemoryTable, {
    get: (key: Key) => {
      calls.push("get");
      return table.get(key);
    },
    put: (changes: readonly Put[]) => {
      calls.push("put");
      return table.put(changes);
    },
    remove: (key: Key) => {
      calls.push("remove");
      return table.remove(key);
    },
  });
  const skews = new ClockSkews(counting);
  return { table, skews, calls };
}

test("an offset of more than half a minute, either way, is stored with its start", async () => {
  const { skews } = skewsOf();
  expect(await skews.settle("acme", undefined, now)).toBeUndefined();
  expect(await skews.settle("acme", 30_000, now)).toBeUndefined();
  expect(await skews.of("acme")).toBeUndefined();
  expect(await skews.settle("acme", -30_000.6, now)).toEqual({ offset: -30_001, since: now });
  expect(await skews.of("acme")).toEqual({ offset: -30_001, since: now });
  expect(await skews.of("other")).toBeUndefined();
});

test("an offset is rewritten once it moved by ten seconds, and keeps its start", async () => {
  const { skews } = skewsOf();
  await skews.settle("acme", 40_000, now);
  expect(await skews.settle("acme", 49_999, now + 1)).toBeUndefined();
  expect(await skews.settle("acme", 50_000, now + 2)).toEqual({ offset: 50_000, since: now });
  expect(await skews.of("acme")).toEqual({ offset: 50_000, since: now });
});

test("an ended offset is removed, and the next one has its own start", async () => {
  const { skews } = skewsOf();
  await skews.settle("acme", 40_000, now);
  await skews.settle("acme", 5, now + 1);
  expect(await skews.of("acme")).toBeUndefined();
  expect(await skews.settle("acme", 40_000, now + 2)).toEqual({ offset: 40_000, since: now + 2 });
});

test("another process records an offset once with its first time, and removes an ended one", async () => {
  const { table, skews } = skewsOf();
  await skews.settle("acme", 40_000, now);
  const other = skewsOf(table);
  expect(await other.skews.settle("acme", 41_000, now + 1)).toEqual({ offset: 41_000, since: now });
  expect(await other.skews.settle("acme", 41_000, now + 2)).toBeUndefined();
  const agreed = skewsOf(table).skews;
  await agreed.settle("acme", 0, now + 2);
  await skews.settle("acme", 60_000, now + 3);
  expect(await agreed.settle("acme", 60_000, now + 4)).toEqual({ offset: 60_000, since: now });
  await skewsOf(table).skews.settle("acme", 0, now + 3);
  expect(await skews.of("acme")).toBeUndefined();
});

test("clocks that agree are looked up once for each process and instance, and nothing is written", async () => {
  const { skews, calls } = skewsOf();
  for (const instance of ["acme", "acme", "other"]) await skews.settle(instance, 0, now);
  expect(calls).toEqual(["get", "get"]);
});
