/**
 * A group with fewer messages in flight than `noisyCount` is never noisy. Any other group is noisy if it has at least
 * this share of all messages in flight (SQS uses 30 and 10 %).
 */
const noisyCount = 30;
const noisyShare = 0.1;

/**
 * Counts the messages that each group of a queue has in flight in this process. It is only a hint for the order of
 * work, so losing it loses nothing else.
 */
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

  /** The noisy groups. Messages of other groups go first. */
  noisy(): string[] {
    if (this.#total < noisyCount) return [];
    const limit = Math.max(noisyCount, this.#total * noisyShare);
    return [...this.#counts].flatMap(([group, count]) => (count >= limit ? [group] : []));
  }
}
