/** How many groups are remembered before the fully served ones are forgotten. */
const capacity = 10_000;

/**
 * Remembers the last rank that this process gave to each group. Another process, or this one after a restart, gives
 * ranks of its own. That affects the order within a group, which no queue promises, but not the turns that groups take.
 */
export class GroupRanks {
  readonly #last = new Map<string, number>();
  #limit = capacity;

  /** The next rank of a group: one above the group's last, and above the rank that was `served` last. */
  next(group: string, served: number): number {
    const rank = Math.max(served, this.#last.get(group) ?? 0) + 1;
    if (this.#last.size >= this.#limit) this.#forget(served);
    this.#last.set(group, rank);
    return rank;
  }

  /** Forgets each group whose last rank has been served. Its next rank is the same whether it is remembered or not. */
  #forget(served: number): void {
    for (const [group, rank] of this.#last) if (rank <= served) this.#last.delete(group);
    // Allows twice the number of groups that have to stay. Otherwise, each message would search through all of them
    // again.
    this.#limit = Math.max(capacity, 2 * this.#last.size);
  }
}
