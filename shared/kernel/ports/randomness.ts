/** The only source of chance: jitter, ids and secrets are made from it. */
export type Randomness = {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1). */
  fraction(): number;
};
