/** Numbers that follow only from a seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  happens(chance: number): boolean {
    return this.fraction() < chance;
  }

  pick<T>(all: readonly T[]): T {
    const one = all[this.below(all.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  }

  digits(count: number): string {
    return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + this.below(9) : this.below(10))).join("");
  }
}
