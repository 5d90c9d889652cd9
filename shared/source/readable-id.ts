/**
 * In bytes. A path encodes each byte in up to three characters, and servers refuse requests whose first line exceeds 8
 * KB, so a record with a longer id can't be requested.
 */
const longestId = 2_048;

/** Whether a record can be requested by this id. */
export function isReadableId(id: unknown): id is string {
  return isId(id) && Buffer.byteLength(id) <= longestId;
}

/**
 * Whether this is a text that can be an id. A lone surrogate has no percent-encoding, and tables would store another
 * character.
 */
export function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.isWellFormed();
}
