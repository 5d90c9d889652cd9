import type { Table } from "../../shared/kernel/ports/table.ts";

/** What another worker does, or how this one ends, before or after the nth write to a table. */
export type Interruption = {
  readonly at: number;
  readonly when: "before" | "after";
  readonly act: () => Promise<void>;
};

/** The same table to one worker, which is interrupted once. `writes`: how many it made. */
export function interruptedTable(
  table: Table,
  { at, when, act }: Interruption,
): { readonly table: Table; readonly writes: () => number } {
  let writes = 0;
  const write = async <T>(call: () => Promise<T>): Promise<T> => {
    writes += 1;
    const isNow = writes === at;
    if (isNow && when === "before") await act();
    const result = await call();
    if (isNow && when === "after") await act();
    return result;
  };
  const interrupted: Table = {
    get: (...call) => table.get(...call),
    getAll: (...call) => table.getAll(...call),
    query: (...call) => table.query(...call),
    queryIndex: (...call) => table.queryIndex(...call),
    put: (...call) => write(() => table.put(...call)),
    update: (...call) => write(() => table.update(...call)),
    remove: (...call) => write(() => table.remove(...call)),
  };
  return { table: interrupted, writes: () => writes };
}
