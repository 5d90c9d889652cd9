import { sha256Text } from "./hash.ts";

/** In bytes. Keys contain ids up to this length unchanged; the short form of a longer id is always longer than this. */
const longestWhole = 256;

/**
 * An id in the form that keys contain. Engines allow 1 KB for a sort key, and 2 KB for a partition key with several
 * ids, but the source's ids have any length. So a long id is shortened to its beginning and a digest. The short form is
 * longer than every id that is kept whole, so two ids never share a key. The item must contain the full id.
 */
export function idInKey(id: string): string {
  // Each unit of a JavaScript string has at most three bytes in UTF-8.
  if (id.length * 3 <= longestWhole || Buffer.byteLength(id) <= longestWhole) return id;
  const beginning = Buffer.from(id)
    .subarray(0, longestWhole)
    .toString("latin1")
    .replaceAll(/[^\x20-\x7e]/g, "_");
  return `${beginning}~${sha256Text("base64url", id)}`;
}
