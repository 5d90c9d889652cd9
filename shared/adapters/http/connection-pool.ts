import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { DialTiming } from "../../delivery/attempt/dialer.ts";
import { type ConnectorParts, openConnection, targetOf } from "./dialer-connector.ts";

/**
 * Keeps connections by origin. A connection that is taken belongs to one user until it is returned or abandoned.
 * Undici's own pool doesn't say which connection serves a request. With that pool, the bridge couldn't limit the cost
 * of a response before parsing it, abandon a handshake at the request's deadline, or skip a connection that died while
 * the process was frozen.
 */
export class ConnectionPool {
  readonly #parts: ConnectorParts;
  readonly #idle = new Map<string, DialConnection[]>();
  readonly #taken = new Set<DialConnection>();
  #sweptAt: number;

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
    this.#sweptAt = parts.now();
  }

  /**
   * Returns an idle connection or a new one. A new connection is opened by its first request, and its TLS handshake
   * waits for the turn of `group`.
   */
  take(url: URL, group: string): DialConnection {
    const now = this.#parts.now();
    this.#sweep(now);
    const connection = this.#freshest(url.origin, now) ?? new DialConnection(url, group, this.#parts);
    this.#taken.add(connection);
    return connection;
  }

  give(connection: DialConnection): void {
    this.#taken.delete(connection);
    const idle = this.#idle.get(connection.origin);
    if (idle === undefined) this.#idle.set(connection.origin, [connection]);
    else idle.push(connection);
  }

  abandon(connection: DialConnection): void {
    this.#taken.delete(connection);
    connection.abandon();
  }

  async close(): Promise<void> {
    const all = [...this.#taken, ...[...this.#idle.values()].flat()];
    this.#idle.clear();
    await Promise.all(all.map((connection) => connection.close()));
  }

  #freshest(origin: string, now: number): DialConnection | undefined {
    const idle = this.#idle.get(origin);
    for (let last = idle?.pop(); last !== undefined; last = idle?.pop()) {
      if (last.isFresh(now)) return last;
      last.abandon();
    }
    return undefined;
  }

  /**
   * Closes connections of origins that are no longer used. Without this, the connection of a removed endpoint would be
   * kept forever.
   */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < keepAlive) return;
    this.#sweptAt = now;
    for (const [origin, idle] of this.#idle) {
      const fresh = idle.filter((connection) => connection.isFresh(now));
      for (const connection of idle) if (!fresh.includes(connection)) connection.abandon();
      if (fresh.length === 0) this.#idle.delete(origin);
      else this.#idle.set(origin, fresh);
    }
  }
}

/** How long (ms) an unused connection is kept: less than the five seconds after which common servers close theirs. */
const keepAlive = 4_000;

/** A connection that was idle for longer than this (ms) may have been closed while the event loop was blocked. */
const shortRest = 50;

/**
 * After this time (ms), even a connection in constant use is replaced, because the host's name may now resolve to
 * another address.
 */
const longestLife = 60_000;

/** The number of bytes that are parsed at a time. */
const sliceSize = 1_024;

/** `takesSlice` is called with each slice before parsing, and returns whether to parse the slice. */
type DialHandler = Dispatcher.DispatchHandler & {
  readonly takesSlice: (slice: Buffer) => boolean;
};

/** A connection to an origin. It serves one request at a time, and the first request opens it. */
class DialConnection {
  readonly origin: string;
  readonly #client: Client;
  readonly #abandoned = new AbortController();
  readonly #now: () => number;
  readonly #expiresAt: number;
  #steps: DialTiming = {};
  #usedAt: number;
  #handler: DialHandler | undefined;
  #beginResponse = () => {};

  constructor(url: URL, group: string, parts: ConnectorParts) {
    const { origin } = url;
    this.origin = origin;
    this.#now = parts.now;
    this.#usedAt = parts.now();
    this.#expiresAt = this.#usedAt + longestLife;
    const target = targetOf(url);
    this.#client = new Client(origin, {
      connect: (_options, callback) => {
        this.#steps = {};
        const onStep = (steps: DialTiming) => {
          this.#steps = { ...this.#steps, ...steps };
        };
        openConnection(target, group, parts, onStep, this.#abandoned.signal).then(
          ({ socket, beginResponse }) => {
            this.#beginResponse = beginResponse;
            this.#readInSlices(socket);
            endWithClose(socket);
            callback(null, socket);
          },
          (failure: unknown) => {
            callback(failure instanceof Error ? failure : new Error("not connected"), null);
          },
        );
      },
      keepAliveTimeout: keepAlive,
      keepAliveMaxTimeout: keepAlive,
      // A single deadline covers the whole exchange, so undici's own timeouts are off.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  /**
   * After a rest of more than `shortRest`, a connection waits for two turns of the event loop before the request. If
   * the other side has closed the connection, the close event arrives in that time, and undici opens another connection
   * instead of failing the request.
   */
  dispatch(request: Dispatcher.DispatchOptions, handler: DialHandler): void {
    this.#handler = handler;
    this.#beginResponse();
    const hasRested = Math.abs(this.#now() - this.#usedAt) > shortRest;
    this.#usedAt = this.#now();
    afterTurns(hasRested ? 2 : 0, () => {
      this.#client.dispatch(request, handler);
    });
  }

  /** The timing of opening the connection, for the request that opened it; empty for later requests. */
  takeSteps(): DialTiming {
    const steps = this.#steps;
    this.#steps = {};
    return steps;
  }

  /**
   * Whether the connection may serve another request. A process that was frozen between two batches wakes up with
   * connections that the other side closed long ago, and with timers that haven't fired.
   */
  isFresh(now: number): boolean {
    return now < this.#expiresAt && Math.abs(now - this.#usedAt) <= keepAlive;
  }

  /** Closes after the running request. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Closes immediately; a running request fails. */
  abandon(): void {
    this.#abandoned.abort();
    void this.#client.destroy();
  }

  /**
   * Gives undici the received bytes in slices, and none after the socket is destroyed. Undici parses whatever it gets
   * in one go, so without slices, the limits of a response would be checked too late.
   */
  #readInSlices(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      if (socket.destroyed) return null;
      const slice: unknown = socket.readableLength > sliceSize && size === undefined ? read(sliceSize) : read(size);
      return Buffer.isBuffer(slice) && this.#handler?.takesSlice(slice) === false ? null : slice;
    };
  }
}

/**
 * Drops the events that come after the close. Node closes a TLS socket before it emits the error of a reset connection.
 * On an error or end after the close, undici throws where nothing catches the error, which would end the process.
 */
function endWithClose(socket: Socket): void {
  const emit = socket.emit.bind(socket);
  let isClosed = false;
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (isClosed) return false;
    isClosed = event === "close";
    return emit(event, ...values);
  };
}

/**
 * Runs `work` after `turns` turns of the event loop. During the first turn, Node finishes its current work; during the
 * second, it reads what has arrived.
 */
function afterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else setImmediate(afterTurns, turns - 1, work);
}
