import { DialConnection, keepAlive } from "./dialer-connection.ts";
import type { ConnectorParts } from "./dialer-connector.ts";

/** Keeps connections by origin. A connection that is taken belongs to one user until it is returned or abandoned. */
export class ConnectionPool {
  readonly #parts: ConnectorParts;
  readonly #idle = new Map<string, DialConnection[]>();
  readonly #taken = new Set<DialConnection>();
  #sweptAt: number;

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
    this.#sweptAt = parts.now();
  }

  /** Returns an idle connection, or opens one in the turn of `group`. */
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

  /** Waits for running requests and closes all connections. */
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
   * Closes connections of origins that are no longer used. Otherwise, the connection of a removed endpoint would be
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
