import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../../shared/api/access/network-of.ts";
import { collectBody } from "./collect-body.ts";
import { type Connection, type Exchange, mostExpendable } from "./most-expendable.ts";

/** In bytes. A record's address may be long: a 2 KB id takes up to 12 KB when percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/** How long (ms) a request's headers and its body may take to arrive, however often the client sends a byte. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/**
 * A connection without traffic for this time (ms) is closed, even before its first request. It is longer than any
 * request waits.
 */
const silence = 90_000;

/**
 * How many bytes are parsed before other work continues. At 26 bytes a request, pipelined requests cost about a
 * millisecond of parsing before they are noticed.
 */
const sliceSize = 2_048;

export type Bounds = {
  readonly connections: number;
  /** In bytes. The listener gets one byte more of a larger body. */
  readonly body: number;
  /** How long (ms) a request may take, from its headers until the client has read the last byte of the response. */
  readonly answerTimeout?: number;
};

/**
 * A server that clients can't overload with connections, bodies or unread responses.
 * Beyond `bounds.connections`, one connection ends for each new one ({@link mostExpendable}). A body is read before the
 * listener is called, and passed as `rawBody`, so a slow client delays only itself.
 * A connection handles one request at a time. Node would parse everything that a client pipelines and keep each request
 * in memory. So a connection that pipelines is read no further and ends after its first response. RFC 9112 allows that,
 * and the client repeats the other requests.
 */
export function boundedServer(listener: RequestListener, bounds: Bounds): Server {
  const { answerTimeout = 180_000 } = bounds;
  /** Sorted by the last request, oldest first. */
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
  // Without this, Node itself would respond to a missing `Host` or an unknown `Expect`, unnoticed here.
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

/** Reads the socket instead of Node's parser, which would take 64 KB at a time and keep reading. */
function parseInSlices(connection: Connection): void {
  const { socket } = connection;
  const parsers = socket.listeners("data");
  socket.removeAllListeners("data").on("data", (chunk: Buffer) => {
    for (let from = 0; from < chunk.length && !socket.destroyed; from += sliceSize) {
      if (connection.exchange?.isLast === true) {
        socket.pause();
        return;
      }
      // Node also pauses the socket when the client reads responses too slowly. Its parser accepts nothing until it
      // resumes.
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(from));
        return;
      }
      for (const parse of parsers) parse.call(socket, chunk.subarray(from, from + sliceSize));
      // The body is read between slices, so that one of very many pieces can be rejected before all of them are parsed.
      if (from + sliceSize < chunk.length && connection.exchange?.request.complete === false) {
        socket.pause();
        setImmediate(() => socket.resume());
      }
    }
  });
}
