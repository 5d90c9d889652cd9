import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { errorWith } from "../../kernel/errors.ts";

/**
 * The maximum size of a handshake in bytes. Nearly all of it is the receiver's certificates. Each kilobyte of
 * certificates may cost 5 ms of CPU, because the receiver chooses the lengths of their keys.
 */
const longestHandshake = 12 * 1_024;

/**
 * The maximum overhead of a response in bytes. Each byte of content allows half a byte more. The overhead consists of
 * records, session tickets and key changes, each of which costs CPU, however short it is. A record of up to 16 KB
 * counts as overhead until it is complete.
 */
const longestOverhead = 20 * 1_024;

/**
 * Bytes added to each record's size. A record costs CPU, however short it is, and a key change of 27 bytes costs as
 * much as a kilobyte of content.
 */
const recordWeight = 256;

const recordHeader = 5;

/** The number of bytes that are decrypted at a time. */
const sliceSize = 1_024;

/** The receiver sent more TLS data than a handshake or a response needs. */
export class TooMuchTlsError extends errorWith("too_much_tls") {}

/**
 * Starts TLS on a connected socket. The bytes that the socket receives are passed on in slices, and counted before they
 * are decrypted. By itself, Node's TLS would take up to 64 KB at a time, and check a chain of certificates as soon as
 * the chain is complete. `inTurn` runs the work of each slice of the handshake. `beginResponse` restarts the count for
 * the next response.
 */
export function boundedTls(
  tcp: Socket,
  options: ConnectionOptions,
  inTurn: (work: () => void) => void,
): { readonly socket: TLSSocket; readonly beginResponse: () => void } {
  let received = 0;
  let contentBefore = 0;
  let longest = longestHandshake;
  let isWanted = false;
  let isShakingHands = true;
  let isInTurn = false;
  const recordsIn = recordCounter();
  const pass = () => {
    const slice: unknown = isWanted ? tcp.read(Math.min(sliceSize, tcp.readableLength)) : null;
    if (!Buffer.isBuffer(slice)) return;
    isWanted = false;
    received += slice.length + recordWeight * recordsIn(slice);
    const content = socket.bytesRead - contentBefore;
    if (received - content <= longest + content / 2) wire.push(slice);
    else socket.destroy(new TooMuchTlsError(`more than ${longest / 1_024} KB of TLS in addition to content`));
  };
  const passInTurn = () => {
    if (!isShakingHands) pass();
    else if (!isInTurn) {
      isInTurn = true;
      inTurn(() => {
        isInTurn = false;
        pass();
      });
    }
  };
  const wire = new Duplex({
    readableHighWaterMark: sliceSize,
    allowHalfOpen: false,
    read: () => {
      isWanted = true;
      passInTurn();
    },
    write: (bytes: Buffer, _encoding, done) => {
      tcp.write(bytes, done);
    },
    final: (done) => {
      tcp.end(done);
    },
    destroy: (error, done) => {
      tcp.destroy();
      done(error);
    },
  });
  const socket = connect({ ...options, socket: wire });
  tcp.on("readable", passInTurn);
  tcp.once("end", () => wire.push(null));
  tcp.once("error", (error) => socket.destroy(error));
  tcp.once("close", () => wire.destroy());
  const beginResponse = () => {
    received = 0;
    contentBefore = socket.bytesRead;
    longest = longestOverhead;
  };
  socket.once("secureConnect", () => {
    isShakingHands = false;
    beginResponse();
  });
  return { socket, beginResponse };
}

/** Returns a function that counts the records whose headers end in the next slice of a TLS stream (RFC 8446, 5.1). */
function recordCounter(): (slice: Buffer) => number {
  let headerLeft = recordHeader;
  let length = 0;
  return (slice) => {
    let records = 0;
    for (let at = 0; at < slice.length; ) {
      if (headerLeft > 0) {
        length = ((length << 8) | (slice[at] ?? 0)) & 0xffff;
        headerLeft -= 1;
        at += 1;
        if (headerLeft === 0) records += 1;
      } else {
        const step = Math.min(length, slice.length - at);
        length -= step;
        at += step;
      }
      if (headerLeft === 0 && length === 0) headerLeft = recordHeader;
    }
    return records;
  };
}
