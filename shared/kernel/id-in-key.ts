import { sha256Text } from "./hash.ts";

/** In bytes. Ids up to this length stand in keys as they are; the key of a longer one is always longer than this. */
const longestWhole = 256;

/**
 * An id as it stands in keys. Engines allow 1 KB for a sort key and 2 KB for a partition key, in which an id stands beside
 * others, while the source may choose ids of any length: of a long one the key has the beginning and a digest of the
 * whole. Such a key is longer than every id that stands as it is, so that no two ids share one. The full id has to stand in
 * the item.
 */
export function idInKey(id: string): string {
  // A character has three bytes at most.
  if (id.length * 3 <= longestWhole || Buffer.byteLength(id) <= longestWhole) return id;
  const beginning = Buffer.from(id)
    .subarray(0, longestWhole)
    .toString("latin1")
    .replaceAll(/[^\x20-\x7e]/g, "_");
  return `${beginning}~${sha256Text("base64url", id)}`;
}
