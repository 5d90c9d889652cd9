import * as z from "zod";
import { parseStored } from "../../../shared/kernel/parse.ts";
import type { Item, Table } from "../../../shared/kernel/ports/table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";

const floorItem = z.object({ seqFloor: z.int() });

/** Whether an item of the `subscriptions` table is an instance, which the bridge then reads. */
export const isInstance = ({ pk, sk }: Item): boolean => pk === "registry" && sk.startsWith("instance#");

/**
 * An instance whose next changes get a `seq` above any that the bridge before it can have published. That bridge may
 * have continued after the copy was made, and a consumer drops what is older than what it has.
 */
export function raisedSeqFloor(item: Item, now: number): Item {
  const { seqFloor } = parseStored(floorItem, item, item.sk);
  return { ...item, seqFloor: Math.max(seqFloor, Math.floor(now / 1_000)) };
}

/** Raises it for every instance of a store that was put in place as a whole. */
export async function raiseSeqFloors(table: Pick<Table, "query" | "put">, now: number): Promise<void> {
  for await (const item of queryAll(table, { pk: "registry", prefix: "instance#", consistent: true })) {
    await table.put([{ item: raisedSeqFloor(item, now) }]);
  }
}
