import type { NodeEngine, NodeTable } from "../../infra/node/node-engine.ts";
import type { ChangeStream } from "../../shared/kernel/ports/change-stream.ts";
import type { OutgoingMessage, Queue } from "../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import type { IndexQuery, Key, Put } from "../../shared/kernel/ports/table.ts";
import { type QueueName, type TableDeclaration, type TableName, tables } from "../../shared/kernel/topology.ts";
import { StaleIndex } from "./stale-index.ts";

export type FaultOptions = {
  /** Decides every fault. Equal seeds give equal decisions. */
  readonly randomness: Pick<Randomness, "fraction">;
  /** Probability that a message is sent twice, that an acknowledgement is lost, or that a stream batch is repeated. */
  readonly mishap?: number;
  /** The longest time (ms) that an index lags behind its table. */
  readonly indexLag?: number;
};

/**
 * An engine that does everything AWS is allowed to do and SQLite doesn't: messages twice and out of order, stream
 * batches that are shortened or repeated, indexes that lag. A test that passes here relies on nothing that AWS doesn't
 * guarantee.
 */
export function hostileEngine(engine: NodeEngine, faults: FaultOptions): NodeEngine {
  const { indexLag = 0 } = faults;
  const staleIndexes = new Map<TableName, StaleIndex>();
  const staleIndex = (name: TableName) =>
    remembered(
      staleIndexes,
      name,
      () => new StaleIndex(tables[name], engine.clock, () => faults.randomness.fraction() * indexLag),
    );
  const hostileAccess = (access: NodeEngine["unsynced"]): NodeEngine["unsynced"] => {
    const hostileTables = new Map<TableName, NodeTable>();
    const hostileQueues = new Map<QueueName, Queue>();
    return {
      table: (name) =>
        remembered(hostileTables, name, () => hostileTable(access.table(name), tables[name], staleIndex(name), faults)),
      queue: (name) => remembered(hostileQueues, name, () => hostileQueue(access.queue(name), faults)),
    };
  };
  return {
    ...engine,
    ...hostileAccess(engine),
    unsynced: hostileAccess(engine.unsynced),
    mirrorChanges: hostileStream(engine.mirrorChanges, faults),
    bus: {
      publish: async (entries) => {
        const repeated = entries.filter(() => happens(faults));
        return engine.bus.publish(shuffled([...entries, ...repeated], faults));
      },
    },
    sibling: () => hostileEngine(engine.sibling(), faults),
  };
}

function hostileQueue(queue: Queue, faults: FaultOptions): Queue {
  return {
    ...allOf(queue),
    send: async (messages: readonly OutgoingMessage[]) => {
      const repeated = messages.filter(() => happens(faults));
      await queue.send(shuffled([...messages, ...repeated], faults));
    },
    receive: async (max) => shuffled(await queue.receive(max), faults),
    acknowledge: async (messages) => {
      const lost = messages.filter(({ receives }) => receives === 1 && happens(faults));
      await Promise.all([
        queue.acknowledge(messages.filter((message) => !lost.includes(message))),
        queue.release(lost, faults.randomness.fraction() * 200),
      ]);
    },
  };
}

function hostileStream(stream: ChangeStream, faults: FaultOptions): ChangeStream {
  return {
    shards: stream.shards,
    position: (shard) => stream.position(shard),
    read: (shard, after, limit) => stream.read(shard, after, 1 + Math.floor(faults.randomness.fraction() * limit)),
    // A checkpoint may be lost, so that the shard's next batch begins where this one did.
    advance: async (shard, to) => {
      if (!happens(faults)) await stream.advance(shard, to);
    },
    setAside: (...record) => stream.setAside(...record),
    redrive: () => stream.redrive(),
    trim: (...bounds) => stream.trim(...bounds),
    depth: () => stream.depth(),
    waitingSince: () => stream.waitingSince(),
  };
}

function hostileTable(
  table: NodeTable,
  declaration: TableDeclaration,
  index: StaleIndex,
  { indexLag = 0 }: FaultOptions,
): NodeTable {
  const noted = async <T>(keys: readonly Key[], write: () => Promise<T>): Promise<T> => {
    if (declaration.indexes.length === 0 || indexLag === 0) return write();
    const before = await table.getAll(keys);
    const result = await write();
    keys.forEach((key, position) => {
      index.note(key, before[position]);
    });
    return result;
  };
  return {
    get: (key) => table.get(key),
    getAll: (keys) => table.getAll(keys),
    query: (query) => table.query(query),
    scan: (scan) => table.scan(scan),
    queryIndex: async (query: IndexQuery) => index.asOfThen(query, await table.queryIndex(query)),
    put: (puts: readonly Put[]) =>
      noted(
        puts.map(({ item }) => item),
        () => table.put(puts),
      ),
    update: (change) => noted([change.key], () => table.update(change)),
    remove: (key, when) => noted([key], () => table.remove(key, when)),
    deleteExpired: (limit) => table.deleteExpired(limit),
    countBy: (attribute, prefix) => table.countBy(attribute, prefix),
  };
}

/** A queue's methods as own functions, because spreading an instance would leave out those of its class. */
function allOf(queue: Queue): Omit<Queue, "send" | "receive" | "acknowledge"> {
  return {
    release: (messages, afterMs) => queue.release(messages, afterMs),
    releaseInFlight: () => queue.releaseInFlight(),
    redrive: () => queue.redrive(),
    hasReady: (count) => queue.hasReady(count),
    nextReadyAt: () => queue.nextReadyAt(),
    depth: () => queue.depth(),
    readySince: () => queue.readySince(),
    deadSince: () => queue.deadSince(),
  };
}

function happens({ randomness, mishap = 0.05 }: FaultOptions): boolean {
  return randomness.fraction() < mishap;
}

function shuffled<T>(entries: readonly T[], { randomness }: FaultOptions): T[] {
  return entries
    .map((entry) => ({ entry, place: randomness.fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}

function remembered<N, T>(known: Map<N, T>, name: N, make: () => T): T {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}
