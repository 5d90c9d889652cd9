import { hash, timingSafeEqual } from "node:crypto";

/** Each part is preceded by its length. Without the lengths, ("ab","c") and ("a","bc") would collide. */
export function sha256(...parts: readonly string[]): Buffer {
  return hash("sha256", framed(parts), "buffer");
}

/** Hashes short parts as text, because that is faster and the key of every row needs a hash. */
export function sha256Text(encoding: "hex" | "base64url", ...parts: readonly string[]): string {
  return hash("sha256", framedText(parts) ?? framed(parts), encoding);
}

/** Compares in constant time, so that the duration reveals nothing about either text. An empty text equals nothing. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && first.length > 0 && timingSafeEqual(first, second);
}

/** The distribution is even, and the same on every machine. */
export function bucketOf(key: string, buckets: number): number {
  return Number.parseInt(sha256Text("hex", key).slice(0, 8), 16) % buckets;
}

/**
 * The framed bytes as text, which takes half as long to hash. Undefined if a part has more than 127 bytes, because
 * UTF-8 writes a larger length as several bytes.
 */
function framedText(parts: readonly string[]): string | undefined {
  let text = "";
  for (const part of parts) {
    const length = Buffer.byteLength(part);
    if (length > 0x7f) return undefined;
    text += `\0\0\0${String.fromCharCode(length)}${part}`;
  }
  return text;
}

function framed(parts: readonly string[]): Buffer {
  let size = 0;
  for (const part of parts) size += 4 + Buffer.byteLength(part);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 4);
    at = bytes.writeUInt32BE(length, at) + length;
  }
  return bytes;
}

/** In bytes. The short form of a longer id exceeds this length. */
const longestWhole = 256;

/**
 * Shortens a long id to its beginning and a digest. The source's ids can have any length, but engines allow 1 KB for a
 * sort key, and 2 KB for a partition key with several ids. The short form is longer than every id kept whole, so two
 * ids never share a key. The item must contain the full id.
 */
export function idInKey(id: string): string {
  // A unit of a JavaScript string has at most three bytes in UTF-8.
  if (id.length * 3 <= longestWhole || Buffer.byteLength(id) <= longestWhole) return id;
  const beginning = Buffer.from(id)
    .subarray(0, longestWhole)
    .toString("latin1")
    .replaceAll(/[^\x20-\x7e]/g, "_");
  return `${beginning}~${sha256Text("base64url", id)}`;
}
