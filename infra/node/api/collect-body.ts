import type { IncomingMessage } from "node:http";

/** The most bytes of a body to read, so that a client whose body is too large gets the response instead of a reset. */
const mostRead = 4 * 1_048_576;

/**
 * How many pieces any body may arrive in, and how many bytes it needs for each further piece. Each piece costs a
 * microsecond, however short it is.
 */
const freePieces = 64;
const leastPiece = 64;

/** Pieces are joined in groups of this size, because small ones take many times their size in memory. */
const joinedAt = 256;

/** A body, or its first `most` bytes and one more. `isWhole` tells whether all of it was read from the connection. */
export type CollectedBody = { readonly body: Buffer; readonly isWhole: boolean };

/**
 * Reads the body of a request; undefined if the client closes the connection or sends the body in too many pieces. On
 * too many pieces it calls `refuse` immediately, because the rest may be parsed in the same turn of the event loop.
 */
export function collectBody(
  request: IncomingMessage,
  most: number,
  refuse: () => void,
): Promise<CollectedBody | undefined> {
  return new Promise((resolve) => {
    let pieces: Buffer[] = [];
    let [read, kept, count] = [0, 0, 0];
    const body = () => Buffer.concat(pieces);
    request.on("data", (piece: Buffer) => {
      read += piece.length;
      count += 1;
      // Copied, because a piece keeps its whole network read in memory.
      const copy = Buffer.from(piece.subarray(0, most + 1 - kept));
      kept += copy.length;
      if (copy.length > 0) pieces.push(copy);
      if (pieces.length >= joinedAt) pieces = [body()];
      if (count > freePieces + read / leastPiece) {
        refuse();
        // The body may end before the rest of the same network read is dropped.
        resolve(undefined);
      } else if (read > mostRead) resolve({ body: body(), isWhole: false });
    });
    request.once("end", () => {
      resolve({ body: body(), isWhole: true });
    });
    request.once("error", () => {
      resolve(undefined);
    });
    request.once("close", () => {
      resolve(undefined);
    });
  });
}
