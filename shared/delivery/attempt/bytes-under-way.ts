/** In bytes, of the text of events. Each event is also in memory as the request's body. */
const mostBytes = 32 * 1_024 * 1_024;

/**
 * The events of the attempts that this process makes. Without a limit, one partner's large events and slow endpoints
 * could take all memory. A partner may hold half of what the others leave, and always one event or many small ones.
 */
export class BytesUnderWay {
  readonly #most: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  /** Runs `work` while the partner holds these bytes. Returns undefined, without running it, if there is no room. */
  async within<T>(partner: string, bytes: number, work: () => Promise<T>): Promise<T | undefined> {
    const own = this.#held.get(partner) ?? 0;
    const share = Math.max((this.#most - (this.#total - own)) / 2, this.#most / 64);
    if (own > 0 && own + bytes > share) return undefined;
    this.#add(partner, bytes);
    try {
      return await work();
    } finally {
      this.#add(partner, -bytes);
    }
  }

  #add(partner: string, bytes: number): void {
    const own = (this.#held.get(partner) ?? 0) + bytes;
    if (own > 0) this.#held.set(partner, own);
    else this.#held.delete(partner);
    this.#total += bytes;
  }
}
