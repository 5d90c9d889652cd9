import type { Item, Key } from "../../shared/kernel/ports/table.ts";
import { Steps } from "../../shared/subscriptions/patterns/steps.ts";
import type { MemoryQueue } from "../support/memory-queue.ts";
import type { MemoryTable } from "../support/memory-table.ts";

/** What one request takes and leaves behind, in counts rather than times. */
export type Work = {
  /** Table calls; one with several keys counts each. */
  readonly calls: number;
  /** Items returned from tables. */
  readonly items: number;
  /** Bytes by which tables grew, as JSON, and bytes sent to queues. */
  readonly stored: number;
  /** Steps of matchers. */
  readonly steps: number;
};

type Watched = { readonly tables: readonly MemoryTable[]; readonly queues: readonly MemoryQueue[] };
type Before = { readonly table: MemoryTable; readonly key: Key; readonly item: Item | undefined };

const bytesOf = (item: Item | undefined) => (item === undefined ? 0 : Buffer.byteLength(JSON.stringify(item)));

/** Counts everything done with tables and queues from now on, and undoes it. */
export function watchWork({ tables, queues }: Watched) {
  let [calls, items, steps] = [0, 0, 0];
  let undo: Before[] = [];
  const readers = tables.map((table) => table.get.bind(table));
  const raw = tables.map((table) => ({ put: table.put.bind(table), remove: table.remove.bind(table) }));

  /** Replaces a method by one that counts, and records the previous items of the keys it writes. */
  const replace = (at: number, method: string, keysOf: (argument: unknown) => readonly Key[]) => {
    const table = tables[at];
    const original: unknown = table && Reflect.get(table, method);
    if (table === undefined || typeof original !== "function") throw new Error(`${method} is no method`);
    Reflect.set(table, method, async (...given: unknown[]): Promise<unknown> => {
      const keys = keysOf(given[0]);
      calls += Math.max(1, keys.length);
      const isWrite = method === "put" || method === "update" || method === "remove";
      if (isWrite) for (const key of keys) undo.push({ table, key, item: await readers[at]?.(key) });
      const answer: unknown = await Reflect.apply(original, table, given);
      if (!isWrite) items += foundIn(answer);
      return answer;
    });
  };
  for (const at of tables.keys()) {
    replace(at, "get", () => []);
    replace(at, "getAll", (keys) => keys as readonly Key[]);
    for (const method of ["query", "queryIndex", "scan"]) replace(at, method, () => []);
    replace(at, "put", (puts) => (puts as readonly { item: Item }[]).map(({ item }) => ({ pk: item.pk, sk: item.sk })));
    replace(at, "update", (change) => [(change as { key: Key }).key]);
    replace(at, "remove", (key) => [key as Key]);
  }
  const spend: unknown = Reflect.get(Steps.prototype, "spend");
  if (typeof spend !== "function") throw new Error("spend is no method");
  Steps.prototype.spend = function (amount) {
    steps += amount;
    return Reflect.apply(spend, this, [amount]) === true;
  };

  return {
    /** Counts one piece of work, and undoes everything it wrote. */
    async of(work: () => Promise<unknown>): Promise<Work> {
      [calls, items, steps, undo] = [0, 0, 0, []];
      for (const queue of queues) queue.take();
      await work();
      const done = { calls, items, steps };
      let stored = 0;
      for (const queue of queues) for (const { body } of queue.sent.splice(0)) stored += Buffer.byteLength(body);
      const seen = new Set<string>();
      for (const { table, key, item } of undo) {
        const name = `${tables.indexOf(table)} ${key.pk} ${key.sk}`;
        if (seen.has(name)) continue;
        seen.add(name);
        const after = await readers[tables.indexOf(table)]?.(key);
        stored += Math.max(0, bytesOf(after) - bytesOf(item));
        const { put, remove } = raw[tables.indexOf(table)] ?? {};
        if (item === undefined) await remove?.(key);
        else await put?.([{ item }]);
      }
      return { ...done, stored };
    },
    stop: () => {
      Reflect.set(Steps.prototype, "spend", spend);
    },
  };
}

function foundIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== "object" || answer === null) return 0;
  const { items } = answer as { items?: unknown };
  return Array.isArray(items) ? items.length : 1;
}
