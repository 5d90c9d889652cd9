import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import type { JsonObject } from "../../kernel/json.ts";

/** How often each fingerprint occurs. */
export type Counts = ReadonlyMap<string, number>;

/**
 * Identifies a journal entry by its whole content, because it has no id (hazard 37). The fingerprint has only 96 bits,
 * because a checkpoint contains thousands of them.
 */
export function fingerprintOf(entry: JsonObject): string {
  return sha256Text("base64url", canonicalJson(entry)).slice(0, 16);
}

export function countsOf(fingerprints: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fingerprint of fingerprints) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  return counts;
}

export function sumOf(parts: Iterable<Counts>): Counts {
  const sum = new Map<string, number>();
  for (const part of parts) {
    for (const [fingerprint, count] of part) sum.set(fingerprint, (sum.get(fingerprint) ?? 0) + count);
  }
  return sum;
}

/** Returns by how much each count exceeds the count in `other`. Counts that don't exceed it are left out. */
export function beyond(counts: Counts, other: Counts): Counts {
  const rest = new Map<string, number>();
  for (const [fingerprint, count] of counts) {
    const more = count - (other.get(fingerprint) ?? 0);
    if (more > 0) rest.set(fingerprint, more);
  }
  return rest;
}

export function sizeOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

export const storedCounts = (counts: Counts): { [fingerprint: string]: number } => Object.fromEntries(counts);
export const countsFrom = (stored: { readonly [fingerprint: string]: number }): Counts =>
  new Map(Object.entries(stored));
