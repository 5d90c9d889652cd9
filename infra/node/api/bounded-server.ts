import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../../shared/api/access/network-of.ts";

/** In bytes. A request's path may be long: a 2 KB id takes up to 6 KB when percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/** In ms. These limits apply however often the client sends a byte. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** A connection without traffic for this time (ms) is closed. No request waits that long for its response. */
const silence = 90_000;

/**
 * How many bytes the parser gets at a time. The server notices pipelining only after a slice, and a slice full of
 * 26-byte requests takes about a millisecond.
 */
const sliceSize = 2_048;

export type Bounds = {
  readonly connections: number;
  /** In bytes. Of a larger body, the listener gets this many bytes and one more. */
  readonly body: number;
  /** How long (ms) a request may take, from its headers until the last byte of the response is sent. */
  readonly answerTimeout?: number;
};

/**
 * A server that clients can't overload with connections, bodies or unread responses.
 *
 * Beyond `bounds.connections`, one connection ends for each new one ({@link mostExpendable}). A body is read before the
 * listener is called, and passed as `rawBody`, so a slow client delays only itself.
 *
 * A connection handles one request at a time. Node would parse everything that a client pipelines and keep each request
 * in memory. So when a client pipelines, the server closes the connection after the current response. RFC 9112 allows
 * that, and the client repeats the other requests.
 */
export function boundedServer(listener: RequestListener, bounds: Bounds): Server {
  const { answerTimeout = 180_000 } = bounds;
  /** Ordered by when each connection opened or last finished a response, oldest first. */
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
  // Lets `handle` respond to a missing `Host` or an unknown `Expect`. By default, Node itself responds.
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

/** By itself, Node's parser would take 64 KB at a time and keep reading. */
function parseInSlices(connection: Connection): void {
  const { socket } = connection;
  const parsers = socket.listeners("data");
  socket.removeAllListeners("data").on("data", (chunk: Buffer) => {
    for (let from = 0; from < chunk.length && !socket.destroyed; from += sliceSize) {
      if (connection.exchange?.isLast === true) {
        socket.pause();
        return;
      }
      // Node also pauses the socket when the client reads responses too slowly. Its parser then accepts nothing.
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(from));
        return;
      }
      for (const parse of parsers) parse.call(socket, chunk.subarray(from, from + sliceSize));
      // The body is read between slices, so that a body of too many pieces is rejected before all of them are parsed.
      if (from + sliceSize < chunk.length && connection.exchange?.request.complete === false) {
        socket.pause();
        setImmediate(() => socket.resume());
      }
    }
  });
}

/** `isLast`: the connection ends after the response. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; isLast: boolean };

export type Connection = {
  readonly socket: Socket;
  readonly network: string;
  exchange?: Exchange;
  answered: boolean;
};

/** A network with at most this many connections isn't greedy: even one ordinary client opens several. */
const modest = 16;

/**
 * Chooses the connection to close when the last of `connections` has opened. The network with the most connections
 * loses one, so a client that takes all connections loses its own. A connection that waits for its client goes first,
 * preferably the oldest without a response so far. If none waits for its client, the newest goes.
 */
export function mostExpendable(connections: readonly Connection[]): Connection | undefined {
  const sizes = new Map<string, number>();
  for (const { network } of connections) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const sizeOf = ({ network }: Connection) => Math.max(modest, sizes.get(network) ?? 0);
  const largest = Math.max(...connections.map(sizeOf));
  const greedy = connections.filter((connection) => sizeOf(connection) === largest);
  const waiting = greedy.filter((connection) => connection !== connections.at(-1) && waitsForClient(connection));
  return waiting.find(({ answered }) => !answered) ?? waiting[0] ?? greedy.at(-1);
}

function waitsForClient({ exchange }: Connection): boolean {
  return exchange === undefined || !exchange.request.complete || exchange.response.writableEnded;
}

/**
 * In bytes; more than a body may have, so that a client whose body is too large gets the response instead of a reset.
 */
const mostRead = 4 * 1_048_576;

/** How many pieces any body may have. Each piece costs a microsecond, however short it is. */
const freePieces = 64;
/** How many bytes a body needs for each further piece. */
const leastPiece = 64;

/** Pieces are joined in groups of this size, because small ones take many times their size in memory. */
const joinedAt = 256;

/** A body, or its first `most` bytes and one more. `isWhole`: all of it was read from the connection. */
export type CollectedBody = { readonly body: Buffer; readonly isWhole: boolean };

/**
 * Resolves with undefined if the client closes the connection or sends the body in too many pieces. In the second case,
 * calls `refuse` immediately, because the rest may be parsed in the same turn of the event loop.
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
      // A view of the piece would keep the whole network read in memory.
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
