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
  readonly #places: number;
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** `places`: how many messages are in flight at most, if instances share the places. */
  constructor(places = Number.POSITIVE_INFINITY) {
    this.#places = places;
  }

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

  /**
   * The instances that may have no other message in flight. An instance takes at most as many places as it leaves free,
   * so that one whose messages take long doesn't hold up the others.
   */
  full(): string[] {
    if (this.#places === Number.POSITIVE_INFINITY) return [];
    const free = this.#places - this.#total;
    return [...this.#ofInstances()].flatMap(([instance, count]) => (count >= free ? [instance] : []));
  }

  /** Of messages that are ready, in their order, those for which their instances may take places. */
  admitted<T>(messages: readonly T[], groupOf: (message: T) => string): readonly T[] {
    if (this.#places === Number.POSITIVE_INFINITY) return messages;
    const counts = this.#ofInstances();
    let free = this.#places - this.#total;
    return messages.filter((message) => {
      const instance = instanceOf(groupOf(message));
      const count = counts.get(instance) ?? 0;
      if (count >= free) return false;
      counts.set(instance, count + 1);
      free -= 1;
      return true;
    });
  }

  #ofInstances(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [group, count] of this.#counts) {
      const instance = instanceOf(group);
      counts.set(instance, (counts.get(instance) ?? 0) + count);
    }
    return counts;
  }
}

function instanceOf(group: string): string {
  const [instance = ""] = group.split("#", 1);
  return instance;
}
