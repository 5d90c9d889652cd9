export type RandomBytes = {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
};

export type RandomFraction = {
  /** A number in [0, 1). */
  fraction(): number;
};

/** The only source of random values, for jitter, ids and secrets. */
export type Randomness = RandomBytes & RandomFraction;
