import * as z from "zod";
import { idInKey } from "../kernel/id-in-key.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";

const roomItem = z.object({ id: z.string(), registered: z.boolean(), changedAt: z.int() });
type Room = z.infer<typeof roomItem>;

/**
 * The share rooms of an instance (pk `instance#<name>`, sk `room#<id>`). Operators register them, because no list of
 * the source names them. A removed room stays in the table as former, so that its feed can be ended.
 */
export class RoomList {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async registered(instance: string): Promise<readonly string[]> {
    return (await this.#all(instance)).filter(({ registered }) => registered).map(({ id }) => id);
  }

  async former(instance: string): Promise<readonly string[]> {
    return (await this.#all(instance)).filter(({ registered }) => !registered).map(({ id }) => id);
  }

  /** Registers exactly these `rooms`; all others become former. `now` is in unix ms. */
  async replace(instance: string, rooms: readonly string[], now: number): Promise<void> {
    const known = await this.#all(instance);
    const wanted = new Set(rooms);
    const stored = new Set(known.filter(({ registered }) => registered).map(({ id }) => id));
    const changed: Room[] = [
      ...[...wanted].filter((id) => !stored.has(id)).map((id) => ({ id, registered: true, changedAt: now })),
      ...[...stored].filter((id) => !wanted.has(id)).map((id) => ({ id, registered: false, changedAt: now })),
    ];
    await this.#table.put(
      changed.map((room) => ({ item: { ...room, pk: `instance#${instance}`, sk: `room#${idInKey(room.id)}` } })),
    );
  }

  async #all(instance: string): Promise<readonly Room[]> {
    const rooms: Room[] = [];
    const query = { pk: `instance#${instance}`, prefix: "room#" };
    for await (const item of queryAll(this.#table, query)) rooms.push(parseStored(roomItem, item, item.sk));
    return rooms;
  }
}
