/** The only source of random values, for jitter, ids and secrets. */
export type Randomness = {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1). */
  fraction(): number;
};
