import * as z from "zod";
import { parseStored } from "../../../shared/kernel/parse.ts";
import type { Item, Table } from "../../../shared/kernel/ports/table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";

const floorItem = z.object({ seqFloor: z.int() });

/** Whether an item of the `subscriptions` table is an instance. */
export const isInstance = ({ pk, sk }: Item): boolean => pk === "registry" && sk.startsWith("instance#");

/**
 * Returns the instance with a floor that gives its next changes a higher `seq` than any that the previous bridge can
 * have published. That bridge may have continued after the copy was made, and consumers discard events that are older
 * than the ones they have.
 */
export function raisedSeqFloor(item: Item, now: number): Item {
  const { seqFloor } = parseStored(floorItem, item, item.sk);
  return { ...item, seqFloor: Math.max(seqFloor, Math.floor(now / 1_000)) };
}

/** Raises the floor of every instance in a restored store. */
export async function raiseSeqFloors(table: Table, now: number): Promise<void> {
  for await (const item of queryAll(table, { pk: "registry", prefix: "instance#" })) {
    await table.put([{ item: raisedSeqFloor(item, now) }]);
  }
}
