import type { Randomness } from "../../shared/kernel/ports/randomness.ts";

/** The same numbers in every run (mulberry32). */
export class SeededRandomness implements Randomness {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) bytes[at] = Math.floor(this.fraction() * 256);
    return bytes;
  }
}
