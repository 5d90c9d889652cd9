/** In flight, a group below this is never noisy; above it, it is when it holds more than its share (SQS: 30 and 10 %). */
const noisyCount = 30;
const noisyShare = 0.1;

/** How much each group of a queue has in flight here. Only a hint that orders work: losing it costs nothing but order. */
export class GroupLoad {
  readonly #counts = new Map<string, number>();
  #total = 0;

  add(group: string): void {
    this.#counts.set(group, (this.#counts.get(group) ?? 0) + 1);
    this.#total += 1;
  }

  subtract(group: string): void {
    const count = this.#counts.get(group) ?? 0;
    if (count === 0) return;
    if (count === 1) this.#counts.delete(group);
    else this.#counts.set(group, count - 1);
    this.#total -= 1;
  }

  /** Groups that others with work go before. */
  noisy(): string[] {
    if (this.#total < noisyCount) return [];
    const limit = Math.max(noisyCount, this.#total * noisyShare);
    return [...this.#counts].flatMap(([group, count]) => (count >= limit ? [group] : []));
  }
}
