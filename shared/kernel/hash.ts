import { hash } from "node:crypto";

/** SHA-256 of the parts, each behind its length: without the lengths ("ab","c") and ("a","bc") would collide. */
export function sha256(...parts: readonly string[]): Buffer {
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  parts.forEach((part, position) => {
    at = bytes.writeUInt32BE(lengths[position] ?? 0, at);
    at += bytes.write(part, at);
  });
  return hash("sha256", bytes, "buffer");
}

/** A number in [0, buckets), even over all keys and the same on every machine: shards and slots are made of it. */
export function bucketOf(key: string, buckets: number): number {
  return sha256(key).readUInt32BE(0) % buckets;
}
