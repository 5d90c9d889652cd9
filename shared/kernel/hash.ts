import { createHash } from "node:crypto";

/** SHA-256 of the parts, each behind its length: without the lengths ("ab","c") and ("a","bc") would collide. */
export function sha256(...parts: readonly string[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = Buffer.from(part, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest();
}

/** A number in [0, buckets), even over all keys and the same on every machine: shards and slots are made of it. */
export function bucketOf(key: string, buckets: number): number {
  return sha256(key).readUInt32BE(0) % buckets;
}
