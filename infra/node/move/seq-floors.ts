import * as z from "zod";
import { parseStored } from "../../../shared/kernel/parse.ts";
import type { Item, Table } from "../../../shared/kernel/ports/table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";

const floorItem = z.object({ seqFloor: z.int() });

export const isInstance = ({ pk, sk }: Item): boolean => pk === "registry" && sk.startsWith("instance#");

/**
 * Raises the floor, so that the next changes have a higher `seq` than any that the previous bridge can have published.
 * That bridge may have continued after the copy was made, and consumers discard events older than those they have.
 */
export function raisedSeqFloor(item: Item, now: number): Item {
  const { seqFloor } = parseStored(floorItem, item, item.sk);
  return { ...item, seqFloor: Math.max(seqFloor, Math.floor(now / 1_000)) };
}

export async function raiseSeqFloors(table: Table, now: number): Promise<void> {
  for await (const item of queryAll(table, { pk: "registry", prefix: "instance#" })) {
    await table.put([{ item: raisedSeqFloor(item, now) }]);
  }
}
