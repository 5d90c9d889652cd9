import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../../shared/api/access/network-of.ts";
import { collectBody } from "./collect-body.ts";
import { type Connection, type Exchange, mostExpendable } from "./most-expendable.ts";

/** In bytes. The address of a record may be long: an id of 2 KB takes up to 12 KB when it is percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/** Ms within which a request's headers and its body must arrive, even if the client sends a byte now and then. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/**
 * Ms without traffic after which a connection ends, also before its first request. It is longer than any request waits.
 */
const silence = 90_000;

/**
 * Bytes that are parsed at once. At 26 bytes a request, parsing pipelined requests costs about a millisecond before
 * they are noticed.
 */
const sliceSize = 2_048;

export type Bounds = {
  readonly connections: number;
  /** In bytes; for a larger body the listener gets one byte more. */
  readonly body: number;
  /** Ms from a request's headers to the last byte of the answer that the client reads. */
  readonly answerTimeout?: number;
};

/**
 * A server that clients can't overload with connections, bodies or unread answers.
 * Beyond `bounds.connections`, one connection ends for each new one ({@link mostExpendable}). A body is read before the
 * listener is called, and passed as `rawBody`, so a slow client delays only itself.
 * A connection has one request at a time. Node would parse everything that a client pipelines and keep each request in
 * memory. So a connection that pipelines is read no further and ends after its first answer. RFC 9112 allows that: the
 * client repeats the rest.
 */
export function boundedServer(listener: RequestListener, bounds: Bounds): Server {
  const { answerTimeout = 180_000 } = bounds;
  /** Sorted by the time since the last request, longest first. */
  const connections = new Map<Socket, Connection>();
  const handle: RequestListener = (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    if (connection.exchange !== undefined) {
      endAfter(connection.exchange);
      return;
    }
    const exchange: Exchange = { request, response, isLast: false };
    connection.exchange = exchange;
    const late = setTimeout(() => socket.destroy(), answerTimeout);
    response.once("close", () => {
      clearTimeout(late);
      connection.answered = true;
      if (exchange.isLast) {
        socket.destroySoon();
        return;
      }
      delete connection.exchange;
      if (connections.delete(socket)) connections.set(socket, connection);
    });
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    if (length === undefined && coding === undefined) listener(request, response);
    else
      void collectBody(request, bounds.body, () => {
        endAfter(exchange);
        if (!response.headersSent) response.writeHead(400).end();
      }).then((collected) => {
        if (collected === undefined) return;
        if (!collected.isWhole) endAfter(exchange);
        listener(Object.assign(request, { rawBody: collected.body }), response);
      });
  };
  // Without this, Node would answer a missing `Host` or an unknown `Expect` by itself, unnoticed here.
  const server = createServer({ maxHeaderSize, requireHostHeader: false, ...timeouts }, handle);
  server.on("checkExpectation", handle);
  server.on("connection", (socket) => {
    const connection: Connection = { socket, network: networkOf(socket.remoteAddress), answered: false };
    connections.set(socket, connection);
    parseInSlices(connection);
    socket.once("close", () => connections.delete(socket));
    if (connections.size <= bounds.connections) return;
    const ended = mostExpendable([...connections.values()]);
    ended?.socket.destroy();
    if (ended !== undefined) connections.delete(ended.socket);
  });
  server.setTimeout(silence);
  return server;
}

function endAfter(exchange: Exchange): void {
  exchange.isLast = true;
  if (!exchange.response.headersSent) exchange.response.setHeader("connection", "close");
}

/**
 * Replaces Node's parser as the reader of the socket, because the parser would take 64 KB at once, and continue
 * reading.
 */
function parseInSlices(connection: Connection): void {
  const { socket } = connection;
  const parsers = socket.listeners("data");
  socket.removeAllListeners("data").on("data", (chunk: Buffer) => {
    for (let from = 0; from < chunk.length && !socket.destroyed; from += sliceSize) {
      if (connection.exchange?.isLast === true) {
        socket.pause();
        return;
      }
      // Node also pauses the socket if more answers wait than the client takes, and its parser accepts nothing until it
      // resumes.
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(from));
        return;
      }
      for (const parse of parsers) parse.call(socket, chunk.subarray(from, from + sliceSize));
      // The reader of a body runs between slices, so that it can reject a body of very many pieces before all of them
      // are parsed.
      if (from + sliceSize < chunk.length && connection.exchange?.request.complete === false) {
        socket.pause();
        setImmediate(() => socket.resume());
      }
    }
  });
}
