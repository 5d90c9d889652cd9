import type { Key, Table } from "../kernel/ports/table.ts";

/**
 * Notes a request in the item `key` at `now` (unix ms). If one was noted within the last `gap` ms, writes nothing and
 * returns false.
 */
export async function takeTurnWithin(
  table: Table,
  key: Key,
  { gap, now }: { readonly gap: number; readonly now: number },
): Promise<boolean> {
  const when = [{ attribute: "at", is: "absentOrAtMost", value: now - gap } as const];
  return (await table.update({ key, set: { at: now }, when })) === "written";
}
