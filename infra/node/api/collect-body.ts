import type { IncomingMessage } from "node:http";

/** Bytes of a body that are read at most, so that a client whose body is too large reads the answer instead of a reset. */
const mostRead = 4 * 1_048_576;

/** Pieces that any body may come in, and bytes that it must have for each further one: each costs a microsecond, however short it is. */
const freePieces = 64;
const leastPiece = 64;

/** So many pieces are joined at once: by themselves, small ones take many times their size. */
const joinedAt = 256;

/** A body, or the first `most` bytes of it and one more. `isWhole`: all of it was read from the connection. */
export type CollectedBody = { readonly body: Buffer; readonly isWhole: boolean };

/**
 * Reads the body of a request; undefined where the client ends the connection, or sends the body in too many pieces. `refuse` is
 * called for those at once, because the rest of the pieces may be parsed in the same turn of the event loop.
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
      // Copied, because a piece keeps in memory all that came with it.
      const copy = Buffer.from(piece.subarray(0, most + 1 - kept));
      kept += copy.length;
      if (copy.length > 0) pieces.push(copy);
      if (pieces.length >= joinedAt) pieces = [body()];
      if (count > freePieces + read / leastPiece) refuse();
      else if (read > mostRead) resolve({ body: body(), isWhole: false });
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
