const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Writes a number in Crockford's base 32 with `length` digits. Texts of equal length sort like their numbers. */
export function base32(value: bigint, length: number): string {
  let text = "";
  let rest = value;
  for (let digit = 0; digit < length; digit += 1) {
    text = alphabet.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** Reads a number that {@link base32} wrote in at most ten digits. Undefined for a character outside the alphabet. */
export function fromBase32(text: string): number | undefined {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = alphabet.indexOf(text.charAt(at));
    if (digit < 0) return undefined;
    value = value * 32 + digit;
  }
  return value;
}
