import { base32 } from "./base32.ts";
import type { Randomness } from "./ports/randomness.ts";

/**
 * Makes a new id: `<prefix>_` and 26 characters, which contain 48 bits of time (unix ms) and 80 random bits. Ids sort
 * by creation.
 */
export function sortableId(prefix: string, now: number, randomness: Pick<Randomness, "bytes">): string {
  const chance = BigInt(`0x${Buffer.from(randomness.bytes(10)).toString("hex")}`);
  return `${prefix}_${base32((BigInt(now) << 80n) | chance, 26)}`;
}
