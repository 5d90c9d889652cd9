import { ownerOfGroup } from "./owner-of-group.ts";

/**
 * A group with fewer messages in flight than `noisyCount` is never noisy. Any other group is noisy if it has at least
 * `noisyShare` of all messages in flight (SQS uses 30 and 10 %). The same rule applies to an owner, with the sum of its
 * groups' messages.
 */
const noisyCount = 30;
const noisyShare = 0.1;

/** The noisy groups and owners. */
export type Noisy = { readonly groups: readonly string[]; readonly owners: readonly string[] };

/**
 * Counts the messages that each group of a queue has in flight in this process. The counts are only a hint for the
 * order of work, so losing them does no harm.
 */
export class GroupLoad {
  readonly #places: number;
  readonly #groups = new Map<string, number>();
  readonly #owners = new Map<string, number>();
  #total = 0;

  /** `places`: the maximum number of the queue's messages in flight. */
  constructor(places: number) {
    this.#places = places;
  }

  add(group: string): void {
    increase(this.#groups, group);
    increase(this.#owners, ownerOfGroup(group));
    this.#total += 1;
  }

  subtract(group: string): void {
    if (!this.#groups.has(group)) return;
    decrease(this.#groups, group);
    decrease(this.#owners, ownerOfGroup(group));
    this.#total -= 1;
  }

  /** The groups and owners whose messages come after those of all others. */
  noisy(): Noisy {
    const limit = Math.max(noisyCount, this.#total * noisyShare);
    return { groups: atLeast(this.#groups, limit), owners: atLeast(this.#owners, limit) };
  }

  /**
   * The owners that may not receive more messages for now. An owner takes a place only while it holds fewer places than
   * are free, so that an owner whose messages are slow doesn't hold up the others. Messages without a group have no
   * owner, and no limit.
   */
  full(): string[] {
    return atLeast(this.#owners, this.#places - this.#total).filter((owner) => owner !== "");
  }

  /** Returns, in the given order, the messages that may be received: those whose owners may take more places. */
  admitted<T>(messages: readonly T[], groupOf: (message: T) => string): readonly T[] {
    const taken = new Map<string, number>();
    let free = this.#places - this.#total;
    return messages.filter((message) => {
      const owner = ownerOfGroup(groupOf(message));
      if (owner !== "" && (this.#owners.get(owner) ?? 0) + (taken.get(owner) ?? 0) >= free) return false;
      increase(taken, owner);
      free -= 1;
      return true;
    });
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function decrease(counts: Map<string, number>, name: string): void {
  const count = counts.get(name) ?? 0;
  if (count > 1) counts.set(name, count - 1);
  else counts.delete(name);
}

function atLeast(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts].flatMap(([name, count]) => (count >= limit ? [name] : []));
}
