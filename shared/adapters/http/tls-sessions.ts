/**
 * Remembers TLS sessions by name, so that a new connection to a known endpoint costs half a handshake. The oldest
 * sessions are dropped.
 */
export class TlsSessions {
  readonly #sessions = new Map<string, Buffer>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(name: string): Buffer | undefined {
    return this.#sessions.get(name);
  }

  put(name: string, session: Buffer): void {
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    if (this.#sessions.size <= this.#capacity) return;
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined) this.#sessions.delete(oldest);
  }
}
