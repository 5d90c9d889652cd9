import { createHash } from "node:crypto";

const modulus = 1n << 256n;

/** A set of event ids: their number, and the sum of their SHA-256 digests modulo 2²⁵⁶. */
export type IdDigest = { readonly count: number; readonly sum: bigint };

export const noIds: IdDigest = { count: 0, sum: 0n };

/** `id` must not be in the set yet. The order in which ids are added doesn't matter. */
export function withId({ count, sum }: IdDigest, id: string): IdDigest {
  const digest = createHash("sha256").update(id).digest("hex");
  return { count: count + 1, sum: (sum + BigInt(`0x${digest}`)) % modulus };
}

/** The sets must have no id in common. */
export function sumOf(one: IdDigest, other: IdDigest): IdDigest {
  return { count: one.count + other.count, sum: (one.sum + other.sum) % modulus };
}

/** 64 hexadecimal digits, as the API shows the sum. */
export function digestText({ sum }: IdDigest): string {
  return sum.toString(16).padStart(64, "0");
}
