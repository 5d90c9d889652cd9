type GateCaller = { readonly owner: string; readonly group: string };

/**
 * Admits a limited number of callers at a time. An owner takes a place only while it holds fewer places than are free,
 * so that an owner whose callers never leave doesn't hold up other owners. Owners of waiting callers take turns, and so
 * do each owner's groups, so that a crowd in one group doesn't hold up the owner's other groups.
 */
export class FairGate {
  #free: number;
  readonly #held = new Map<string, number>();
  /** Waiting callers by owner and group, in the order of turns. */
  readonly #waiting = new Map<string, Map<string, (() => void)[]>>();

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(caller: GateCaller, work: () => Promise<T>): Promise<T> {
    await this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#leave(caller.owner);
    }
  }

  #enter({ owner, group }: GateCaller): Promise<void> | undefined {
    if (this.#mayTake(owner)) {
      this.#take(owner);
      return undefined;
    }
    return new Promise((enter) => {
      const groups = this.#waiting.get(owner) ?? new Map<string, (() => void)[]>();
      this.#waiting.set(owner, groups);
      const crowd = groups.get(group);
      if (crowd === undefined) groups.set(group, [enter]);
      else crowd.push(enter);
    });
  }

  /** Passes the place directly to a waiting caller, so that no new caller takes it. */
  #leave(leaver: string): void {
    this.#free += 1;
    const held = (this.#held.get(leaver) ?? 0) - 1;
    if (held > 0) this.#held.set(leaver, held);
    else this.#held.delete(leaver);
    // A place that becomes free may raise the limit of several owners.
    for (const [owner, groups] of this.#waiting) {
      if (!this.#mayTake(owner)) continue;
      const enter = nextOf(groups);
      // Moving this owner to the end of the map makes the loop visit it again.
      this.#waiting.delete(owner);
      if (groups.size > 0) this.#waiting.set(owner, groups);
      if (enter === undefined) continue;
      this.#take(owner);
      enter();
    }
  }

  #mayTake(owner: string): boolean {
    return (this.#held.get(owner) ?? 0) < this.#free;
  }

  #take(owner: string): void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }
}

function nextOf(groups: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [group, crowd] of groups) {
    const first = crowd.shift();
    groups.delete(group);
    if (crowd.length > 0) groups.set(group, crowd);
    return first;
  }
  return undefined;
}
