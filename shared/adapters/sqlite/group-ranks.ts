import { ownerOfGroup } from "./owner-of-group.ts";

/** How many owners are remembered before those without a waiting group are forgotten. */
const capacity = 10_000;

/** `last` is the last rank of each group that may still have messages after the rank `served`. */
type Owner = { served: number; readonly last: Map<string, number> };

/**
 * Remembers the last rank that this process gave to each group. Another process, or this one after a restart, assigns
 * its own ranks. That affects the order within a group, which no queue promises, but not the turns that groups take.
 */
export class GroupRanks {
  readonly #owners = new Map<string, Owner>();
  #limit = capacity;

  /**
   * Returns the group's next rank: the group's last rank or the rank that was `served` last, whichever is higher, plus
   * the number of the owner's waiting groups, including this one. So the groups of an owner share one message per rank,
   * and a quiet group passes another's backlog.
   */
  next(group: string, served: number): number {
    const name = ownerOfGroup(group);
    if (this.#owners.size >= this.#limit) this.#forget(served);
    const owner = this.#owners.get(name) ?? { served, last: new Map<string, number>() };
    this.#owners.set(name, owner);
    dropServed(owner, served);
    const last = owner.last.get(group) ?? 0;
    const waiting = owner.last.size + (owner.last.has(group) ? 0 : 1);
    const rank = Math.max(served, last) + waiting;
    owner.last.set(group, rank);
    return rank;
  }

  /** Forgets each owner whose last ranks have all been served. */
  #forget(served: number): void {
    for (const [name, owner] of this.#owners) {
      dropServed(owner, served);
      if (owner.last.size === 0) this.#owners.delete(name);
    }
    // Allows twice the number of owners that have to stay. Without this, each message would search through all of them
    // again.
    this.#limit = Math.max(capacity, 2 * this.#owners.size);
  }
}

function dropServed(owner: Owner, served: number): void {
  if (owner.served === served) return;
  owner.served = served;
  for (const [group, rank] of owner.last) if (rank <= served) owner.last.delete(group);
}
