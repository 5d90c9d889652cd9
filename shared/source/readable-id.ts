/**
 * In bytes. A path holds each of them in up to three characters, and servers refuse a request whose first line is longer
 * than 8 KB: nobody could ask for a record with a longer id.
 */
const longestId = 2_048;

/** Whether a record can be asked for by this id. */
export function isReadableId(id: unknown): id is string {
  return isId(id) && Buffer.byteLength(id) <= longestId;
}

/** An unpaired surrogate has no percent-encoding, and tables would store another character in its place. */
export function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.isWellFormed();
}
