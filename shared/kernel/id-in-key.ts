import { sha256Text } from "./hash.ts";

/** In bytes. Keys contain ids up to this length unchanged; the key of a longer one is always longer than this. */
const longestWhole = 256;

/**
 * An id in the form that keys contain. Engines allow 1 KB for a sort key, and 2 KB for a partition key with several
 * ids, but the source's ids have any length. So a long id is shortened to its beginning and a digest. The short form is
 * longer than every id that is kept whole, so two ids never share a key. The item must contain the full id.
 */
export function idInKey(id: string): string {
  // A character has at most three bytes.
  if (id.length * 3 <= longestWhole || Buffer.byteLength(id) <= longestWhole) return id;
  const beginning = Buffer.from(id)
    .subarray(0, longestWhole)
    .toString("latin1")
    .replaceAll(/[^\x20-\x7e]/g, "_");
  return `${beginning}~${sha256Text("base64url", id)}`;
}
