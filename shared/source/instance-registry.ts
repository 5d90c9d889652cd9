import * as z from "zod";
import { defined } from "../kernel/defined.ts";
import { definedJson } from "../kernel/defined-json.ts";
import { InvalidInputError } from "../kernel/errors.ts";
import { idInKey } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Item, type Key, type Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { CredentialStore, type StoredCredentials } from "./credential-store.ts";
import { type Credentials, type Instance, instance } from "./instance.ts";

export type Registration = {
  readonly name: string;
  /** Required for a new instance. For a known instance, the new pair is stored in addition to the one that works. */
  readonly credentials?: Credentials | undefined;
  /** The budget. If absent, a new instance gets 5 requests per second, and a known one keeps its budget. */
  readonly requestsPerSecond?: number | undefined;
  /** The ids of all rooms to read; the bridge stops reading other rooms. If absent, the rooms stay unchanged. */
  readonly rooms?: readonly string[] | undefined;
  /** Unix ms, our clock. */
  readonly now: number;
};

/** An operator's request for a whole instance. `to` and `now` are in unix ms. */
export type InstanceRequest =
  | { readonly action: "pause" | "resume" }
  | { readonly action: "rewind"; readonly to: number | undefined }
  | { readonly action: "rebaseline"; readonly now: number };

const defaultRequestsPerSecond = 5;

/** The instances that the bridge reads (`subscriptions` table, pk `registry`, sk `instance#<name>`). */
export class InstanceRegistry {
  readonly #table: Table;
  readonly #credentials: CredentialStore;

  constructor(table: Table, box: SecretBox) {
    this.#table = table;
    this.#credentials = new CredentialStore(table, box);
  }

  async list(): Promise<readonly Instance[]> {
    const found: Instance[] = [];
    for await (const item of queryAll(this.#table, { pk: "registry", prefix: "instance#" })) {
      found.push(parseStored(instance, item, item.sk));
    }
    return found;
  }

  async find(name: string): Promise<Instance | undefined> {
    const item = await this.#table.get(keyOf(name));
    return item === undefined ? undefined : parseStored(instance, item, `instance ${name}`);
  }

  /**
   * Writes credentials and rooms first, so a reader of the new `rev` also sees them. Throws InvalidInputError for a new
   * instance without credentials, and ContentionError after too many conflicts.
   */
  async register({ name, credentials, requestsPerSecond, rooms, now }: Registration): Promise<Instance> {
    const known = await this.find(name);
    if (known === undefined && credentials === undefined) {
      throw new InvalidInputError("instance", [{ path: "credentials", message: "must be given for a new instance" }]);
    }
    const fresh = credentials !== undefined && (await this.#credentials.offer(name, credentials));
    if (rooms !== undefined) await replaceRooms(this.#table, name, rooms, now);
    if (known === undefined) {
      const created: Instance = {
        name,
        registeredAt: now,
        seqFloor: Math.floor(now / 1_000),
        requestsPerSecond: requestsPerSecond ?? defaultRequestsPerSecond,
        status: "active",
        rev: 0,
      };
      const [outcome] = await this.#table.put([{ item: itemOf(created), when: absent }]);
      if (outcome === "written") return created;
    }
    return this.#change(name, (old) => ({
      ...(fresh ? tried(old) : old),
      requestsPerSecond: requestsPerSecond ?? old.requestsPerSecond,
    }));
  }

  async credentialsOf(name: string): Promise<readonly StoredCredentials[]> {
    return this.#credentials.of(name);
  }

  async promote(name: string, proven: Credentials): Promise<void> {
    await this.#credentials.promote(name, proven);
  }

  async roomsOf(name: string): Promise<readonly string[]> {
    return idsOf(await roomsOf(this.#table, name), true);
  }

  /** Rooms that are no longer registered. A tick removes their feeds. */
  async formerRoomsOf(name: string): Promise<readonly string[]> {
    return idsOf(await roomsOf(this.#table, name), false);
  }

  /** Raises `rev` by one. Writes nothing and returns `conflict` if the stored `rev` isn't that of `changed`. */
  async save(changed: Instance): Promise<"saved" | "conflict"> {
    const item = itemOf({ ...changed, rev: changed.rev + 1 });
    const [outcome] = await this.#table.put([{ item, when: [{ attribute: "rev", is: "equal", value: changed.rev }] }]);
    return outcome === "written" ? "saved" : "conflict";
  }

  /**
   * Keeps a stored `connectedAt`, because only an operator's request may change the baseline. `serverMs` is in unix ms.
   */
  async fixConnectedAt(name: string, serverMs: number): Promise<Instance> {
    return this.#change(name, (old) => (old.connectedAt === undefined ? { ...old, connectedAt: serverMs } : old));
  }

  async park(name: string, reason: NonNullable<Instance["parkedReason"]>, now: number): Promise<Instance> {
    return this.#change(name, (old) => {
      if (old.parkedReason === reason) return old;
      return {
        ...old,
        status: "parked",
        parkedReason: reason,
        parkedSince: old.parkedSince ?? now,
        onTrial: undefined,
      };
    });
  }

  async resume(name: string, now: number): Promise<Instance> {
    return this.#change(name, (old) => {
      const resumed = active(old);
      return resumed === old ? old : { ...resumed, resumedAt: now };
    });
  }

  /**
   * `rebaseline` connects the instance again: a record that the new first contact adds to the mirror is baseline if it
   * hasn't changed since `now` (unix ms). Throws InvalidInputError if the instance isn't registered, and
   * ContentionError after too many conflicts.
   */
  async control(name: string, request: InstanceRequest): Promise<Instance> {
    return this.#change(name, (old) => {
      const rev = old.rev + 1;
      switch (request.action) {
        case "pause":
          return { ...old, paused: true };
        case "resume":
          return { ...active(old), paused: undefined };
        case "rewind":
          return { ...old, rewind: { rev, ...defined({ to: request.to }) } };
        case "rebaseline":
          return { ...old, registeredAt: request.now, connectedAt: undefined, rewind: { rev, anew: true } };
      }
    });
  }

  async #change(name: string, change: (old: Instance) => Instance): Promise<Instance> {
    return retryOnConflict<Instance>(`instance ${name}`, async () => {
      const old = await this.find(name);
      if (old === undefined) throw new InvalidInputError("instance", [{ path: "name", message: "isn't registered" }]);
      const changed = change(old);
      if (changed === old) return old;
      return (await this.save(changed)) === "saved" ? { ...changed, rev: changed.rev + 1 } : "conflict";
    });
  }
}

const keyOf = (name: string): Key => ({ pk: "registry", sk: `instance#${name}` });

function itemOf(one: Instance): Item {
  return { ...definedJson(one), ...keyOf(one.name) };
}

function active(one: Instance): Instance {
  if (one.status === "active" && one.onTrial === undefined) return one;
  return { ...one, status: "active", parkedReason: undefined, parkedSince: undefined, onTrial: undefined };
}

/** A parked instance with new credentials is polled immediately, but its first poll only tests them. */
function tried(one: Instance): Instance {
  return one.status === "parked" ? { ...active(one), onTrial: true } : one;
}

const roomItem = z.object({ id: z.string(), registered: z.boolean(), changedAt: z.int() });
type Room = z.infer<typeof roomItem>;

/**
 * The share rooms of an instance (pk `instance#<name>`, sk `room#<id>`). Operators register them, because no endpoint
 * of the source lists them. A removed room stays in the table as a former room, so that a tick can remove its feed.
 */
async function roomsOf(table: Table, instance: string): Promise<readonly Room[]> {
  const rooms: Room[] = [];
  const query = { pk: `instance#${instance}`, prefix: "room#" };
  for await (const item of queryAll(table, query)) rooms.push(parseStored(roomItem, item, item.sk));
  return rooms;
}

const idsOf = (rooms: readonly Room[], registered: boolean): string[] =>
  rooms.filter((room) => room.registered === registered).map(({ id }) => id);

/** All other rooms become former rooms. `now` is in unix ms. */
async function replaceRooms(table: Table, instance: string, rooms: readonly string[], now: number): Promise<void> {
  const wanted = new Set(rooms);
  const stored = new Set(idsOf(await roomsOf(table, instance), true));
  const changed: Room[] = [
    ...[...wanted].filter((id) => !stored.has(id)).map((id) => ({ id, registered: true, changedAt: now })),
    ...[...stored].filter((id) => !wanted.has(id)).map((id) => ({ id, registered: false, changedAt: now })),
  ];
  await table.put(
    changed.map((room) => ({ item: { ...room, pk: `instance#${instance}`, sk: `room#${idInKey(room.id)}` } })),
  );
}
