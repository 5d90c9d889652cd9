import { expect, it } from "vitest";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Put } from "../../../shared/kernel/ports/table.ts";
import { faked } from "../../support/faked.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const put = (n: number): Put => ({ item: { pk: "p", sk: String(n) } });

/** A table that says how many rows each write had, and a wait between writes that ends when the test says so. */
function ground(outcome: () => Promise<"written"> = async () => "written") {
  const writes: number[] = [];
  let waiting = Promise.withResolvers<undefined>();
  const table = faked(MemoryTable, {
    put: async (puts: readonly Put[]) => {
      writes.push(puts.length);
      return Promise.all(puts.map(outcome));
    },
  });
  const endWait = async () => {
    waiting.resolve(undefined);
    waiting = Promise.withResolvers();
    await new Promise(setImmediate);
  };
  return { writes, endWait, writer: new BatchWriter(table, { sleep: () => waiting.promise }) };
}

it("a lone row is written at once", async () => {
  const { writer, writes } = ground();
  expect(await writer.put(put(1))).toBe("written");
  expect(writes).toEqual([1]);
});

it("rows that come soon after a write are written together", async () => {
  const { writer, writes, endWait } = ground();
  await writer.put(put(1));
  const others = [2, 3, 4].map((n) => writer.put(put(n)));
  await new Promise(setImmediate);
  expect(writes).toEqual([1]);
  await endWait();
  expect(await Promise.all(others)).toEqual(["written", "written", "written"]);
  expect(writes).toEqual([1, 3]);
});

it("a failed write fails only its rows, and the next row is written at once again", async () => {
  let fails = true;
  const { writer, writes, endWait } = ground(async () => {
    if (fails) throw new Error("no disk");
    return "written";
  });
  const [one, two] = await Promise.allSettled([writer.put(put(1)), writer.put(put(2))]);
  expect([one.status, two.status]).toEqual(["rejected", "rejected"]);
  await endWait();
  fails = false;
  expect(await writer.put(put(3))).toBe("written");
  expect(writes).toEqual([2, 1]);
});
