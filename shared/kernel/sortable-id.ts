import { base32 } from "./base32.ts";
import type { Randomness } from "./ports/randomness.ts";

/** `<prefix>_` and 26 characters: 48 bits of time (unix ms) and 80 of chance. Ids sort by creation, so that lists do. */
export function sortableId(prefix: string, now: number, randomness: Pick<Randomness, "bytes">): string {
  const chance = BigInt(`0x${Buffer.from(randomness.bytes(10)).toString("hex")}`);
  return `${prefix}_${base32((BigInt(now) << 80n) | chance, 26)}`;
}
