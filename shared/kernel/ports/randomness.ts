/** The only source of random values: jitter, ids and secrets come from it. */
export type Randomness = {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1). */
  fraction(): number;
};
