/** As many groups are remembered before those that are served are first forgotten. */
const capacity = 10_000;

/**
 * The last rank that each group was given here. Another process, or this one after a start, gives ranks of its own: that
 * costs the order within a group, which no queue promises, and not the turns that groups take.
 */
export class GroupRanks {
  readonly #last = new Map<string, number>();
  #limit = capacity;

  /** One above the group's last, and above what was `served` last. */
  next(group: string, served: number): number {
    const rank = Math.max(served, this.#last.get(group) ?? 0) + 1;
    if (this.#last.size >= this.#limit) this.#forget(served);
    this.#last.set(group, rank);
    return rank;
  }

  /** Whose last rank is served begins anew from there, remembered or not. */
  #forget(served: number): void {
    for (const [group, rank] of this.#last) if (rank <= served) this.#last.delete(group);
    // Twice what has to stay: else each message would look through all of them again.
    this.#limit = Math.max(capacity, 2 * this.#last.size);
  }
}
