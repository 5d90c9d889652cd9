import type { NodeChangeStream, NodeEngine, NodeQueue, NodeTable } from "../../infra/node/node-engine.ts";
import type { OutgoingMessage } from "../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import type { IndexQuery, Key, Put } from "../../shared/kernel/ports/table.ts";
import { type QueueName, type TableDeclaration, type TableName, tables } from "../../shared/kernel/topology.ts";
import { StaleIndex } from "./stale-index.ts";

export type Hostility = {
  /** Decides every mishap: equal seeds give equal decisions. */
  readonly randomness: Pick<Randomness, "fraction">;
  /** Chance that a message is sent twice, that an acknowledgement is lost, that a stream batch comes again. */
  readonly mishap?: number;
  /** Ms that an index lags behind its table, at most. */
  readonly indexLag?: number;
};

/**
 * An engine that does everything AWS is allowed to do and SQLite doesn't: messages twice and out of order, stream
 * batches cut and repeated, indexes that lag. For tests: what passes here rests on nothing that AWS doesn't promise.
 */
export function hostileEngine(engine: NodeEngine, hostility: Hostility): NodeEngine {
  const hostileTables = new Map<TableName, NodeTable>();
  const hostileQueues = new Map<QueueName, NodeQueue>();
  return {
    ...engine,
    table: (name) =>
      remembered(hostileTables, name, () => hostileTable(engine, engine.table(name), tables[name], hostility)),
    queue: (name) => remembered(hostileQueues, name, () => hostileQueue(engine.queue(name), hostility)),
    mirrorChanges: hostileStream(engine.mirrorChanges, hostility),
    bus: {
      publish: async (entries) => {
        const repeated = entries.filter(() => happens(hostility));
        return engine.bus.publish(shuffled([...entries, ...repeated], hostility));
      },
    },
    sibling: () => hostileEngine(engine.sibling(), hostility),
  };
}

function hostileQueue(queue: NodeQueue, hostility: Hostility): NodeQueue {
  return {
    ...allOf(queue),
    declaration: queue.declaration,
    send: async (messages: readonly OutgoingMessage[]) => {
      const repeated = messages.filter(() => happens(hostility));
      await queue.send(shuffled([...messages, ...repeated], hostility));
    },
    receive: async (max) => shuffled(await queue.receive(max), hostility),
    acknowledge: async (messages) => {
      const lost = messages.filter(({ receives }) => receives === 1 && happens(hostility));
      await Promise.all([
        queue.acknowledge(messages.filter((message) => !lost.includes(message))),
        queue.release(lost, hostility.randomness.fraction() * 200),
      ]);
    },
  };
}

function hostileStream(stream: NodeChangeStream, hostility: Hostility): NodeChangeStream {
  return {
    append: (...change) => {
      stream.append(...change);
    },
    wake: () => {
      stream.wake();
    },
    position: (lane) => stream.position(lane),
    read: (lane, after, limit) => stream.read(lane, after, 1 + Math.floor(hostility.randomness.fraction() * limit)),
    // A lost checkpoint: the lane's next batch begins where this one did.
    advance: async (lane, to) => {
      if (!happens(hostility)) await stream.advance(lane, to);
    },
    setAside: (...record) => stream.setAside(...record),
    redrive: () => stream.redrive(),
    trim: (...bounds) => stream.trim(...bounds),
    depths: () => stream.depths(),
  };
}

function hostileTable(
  engine: NodeEngine,
  table: NodeTable,
  declaration: TableDeclaration,
  hostility: Hostility,
): NodeTable {
  const { indexLag = 0 } = hostility;
  const index = new StaleIndex(declaration, engine.clock, () => hostility.randomness.fraction() * indexLag);
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
    sweep: (limit) => table.sweep(limit),
    countBy: (attribute) => table.countBy(attribute),
  };
}

/** The methods of a queue as own functions: spreading an instance would leave out what its class defines. */
function allOf(queue: NodeQueue): Omit<NodeQueue, "declaration" | "send" | "receive" | "acknowledge"> {
  return {
    release: (messages, afterMs) => queue.release(messages, afterMs),
    releaseInFlight: () => queue.releaseInFlight(),
    redrive: () => queue.redrive(),
    hasReady: (count) => queue.hasReady(count),
    nextReadyAt: () => queue.nextReadyAt(),
    depths: () => queue.depths(),
  };
}

function happens({ randomness, mishap = 0.05 }: Hostility): boolean {
  return randomness.fraction() < mishap;
}

function shuffled<T>(entries: readonly T[], { randomness }: Hostility): T[] {
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
