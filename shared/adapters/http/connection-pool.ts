import type { Destination } from "./destination.ts";
import { DialConnection, keepAlive } from "./dialer-connection.ts";
import type { ConnectorParts } from "./dialer-connector.ts";

/** Connections by origin. Whoever takes one has it alone until giving it back; what isn't given back is abandoned. */
export class ConnectionPool {
  readonly #parts: ConnectorParts;
  readonly #idle = new Map<string, DialConnection[]>();
  readonly #taken = new Set<DialConnection>();
  #sweeping: NodeJS.Timeout | undefined;
  #closing: PromiseWithResolvers<undefined> | undefined;

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
  }

  take({ origin, target }: Destination): DialConnection {
    const connection = this.#freshest(origin) ?? new DialConnection(origin, target, this.#parts);
    this.#taken.add(connection);
    return connection;
  }

  /** `keptFor`: ms that the other side keeps it, where it says so. */
  give(connection: DialConnection, keptFor: number | undefined): void {
    connection.rest(keptFor);
    const idle = this.#idle.get(connection.origin);
    if (idle === undefined) this.#idle.set(connection.origin, [connection]);
    else idle.push(connection);
    this.#sweepLater();
    this.#returned(connection);
  }

  abandon(connection: DialConnection): void {
    connection.abandon();
    this.#returned(connection);
  }

  /** Waits for what is under way and closes all. */
  async close(): Promise<void> {
    this.#closing ??= Promise.withResolvers<undefined>();
    if (this.#taken.size === 0) this.#closing.resolve(undefined);
    await this.#closing.promise;
    clearTimeout(this.#sweeping);
    for (const connection of [...this.#idle.values()].flat()) connection.abandon();
    this.#idle.clear();
  }

  #returned(connection: DialConnection): void {
    this.#taken.delete(connection);
    if (this.#taken.size === 0) this.#closing?.resolve(undefined);
  }

  #freshest(origin: string): DialConnection | undefined {
    const idle = this.#idle.get(origin);
    if (idle === undefined) return undefined;
    const now = this.#parts.now();
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (last.isFresh(now)) return last;
      last.abandon();
    }
    return undefined;
  }

  /** Lets go of what nobody asked for again. */
  #sweepLater(): void {
    this.#sweeping ??= setTimeout(() => {
      this.#sweeping = undefined;
      this.#sweep();
    }, keepAlive).unref();
  }

  #sweep(): void {
    const now = this.#parts.now();
    for (const [origin, idle] of this.#idle) {
      const fresh = idle.filter((connection) => connection.isFresh(now));
      for (const connection of idle) if (!fresh.includes(connection)) connection.abandon();
      if (fresh.length === 0) this.#idle.delete(origin);
      else this.#idle.set(origin, fresh);
    }
    if (this.#idle.size > 0) this.#sweepLater();
  }
}
