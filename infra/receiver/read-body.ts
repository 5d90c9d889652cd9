/** Larger than any webhook: an event is at most 256 KB, and a CloudEvent slightly more. */
const longestBody = 1_048_576;

/** Stops reading and returns undefined if the body is longer than `longestBody`. */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    read.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of read) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
