import type { RandomBytes } from "./ports/randomness.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** In Crockford's base 32 with `length` digits. Texts of equal length sort like their numbers. */
export function base32(value: bigint, length: number): string {
  let text = "";
  let rest = value;
  for (let digit = 0; digit < length; digit += 1) {
    text = alphabet.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** Reads at most ten digits of {@link base32}. Undefined for a character outside the alphabet. */
export function fromBase32(text: string): number | undefined {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = alphabet.indexOf(text.charAt(at));
    if (digit < 0) return undefined;
    value = value * 32 + digit;
  }
  return value;
}

/** An id has 48 bits of time (unix ms), by which ids sort, and 80 random bits. */
export function sortableId(prefix: string, now: number, randomness: RandomBytes): string {
  const chance = BigInt(`0x${Buffer.from(randomness.bytes(10)).toString("hex")}`);
  return `${prefix}_${base32((BigInt(now) << 80n) | chance, 26)}`;
}
