import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../../shared/api/access/network-of.ts";

/** In bytes. An address that names a record may be long: an id of 2 KB takes up to 12 KB when it is percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/** Ms within which a request's headers and its body must be there: a client that sends a byte now and then has no longer. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** Ms after which a connection ends on which nothing is sent, as before its first request: longer than any request waits. */
const silence = 90_000;

/** Bytes that are parsed at once: at 26 bytes a request, what a client pipelines costs about a millisecond before it is seen. */
const sliceSize = 2_048;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  exchange?: { readonly request: IncomingMessage; readonly response: ServerResponse; pipelined?: true };
}

/**
 * A server that clients can neither fill with connections nor with answers.
 *
 * Past `mostConnections`, one connection ends for each new one: of those that wait for their client, the oldest of the network
 * with the most connections; where all wait for the bridge, the newest of that network. A client that takes all connections
 * loses its own. `answerTimeout` is in ms, from a request's headers to the last byte of its answer that the client takes.
 *
 * A connection has one request at a time. Node would parse all that a client pipelines and keep each request in memory, so
 * a connection that does is read no further and ends after its first answer, as RFC 9112 allows: the client repeats the rest.
 */
export function boundedServer(listener: RequestListener, mostConnections: number, answerTimeout = 180_000): Server {
  /** Those without a request for longest come first. */
  const connections = new Map<Socket, Connection>();
  const server = createServer({ maxHeaderSize, ...timeouts }, (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    if (connection.exchange !== undefined) {
      const { response: first } = connection.exchange;
      connection.exchange.pipelined = true;
      if (!first.headersSent) first.setHeader("connection", "close");
      return;
    }
    const exchange: Connection["exchange"] = { request, response };
    connection.exchange = exchange;
    const late = setTimeout(() => socket.destroy(), answerTimeout);
    response.once("close", () => {
      clearTimeout(late);
      delete connection.exchange;
      if (exchange.pipelined) socket.destroySoon();
      else if (connections.delete(socket)) connections.set(socket, connection);
    });
    listener(request, response);
  });
  server.on("connection", (socket) => {
    const connection: Connection = { socket, network: networkOf(socket.remoteAddress) };
    connections.set(socket, connection);
    parseInSlices(connection);
    socket.once("close", () => connections.delete(socket));
    if (connections.size <= mostConnections) return;
    const ended = mostExpendable([...connections.values()]);
    ended?.socket.destroy();
    if (ended !== undefined) connections.delete(ended.socket);
  });
  server.setTimeout(silence);
  return server;
}

/** Takes the place of Node's parser as the reader of the socket: the parser would take 64 KB at once, and read on. */
function parseInSlices(connection: Connection): void {
  const { socket } = connection;
  const parsers = socket.listeners("data");
  socket.removeAllListeners("data").on("data", (chunk: Buffer) => {
    for (let from = 0; from < chunk.length && !socket.destroyed && !connection.exchange?.pipelined; from += sliceSize)
      for (const parse of parsers) parse.call(socket, chunk.subarray(from, from + sliceSize));
    if (connection.exchange?.pipelined) socket.pause();
  });
}

/** Which of the connections ends for a new one, the last. */
function mostExpendable(connections: readonly Connection[]): Connection | undefined {
  const sizes = new Map<string, number>();
  for (const { network } of connections) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const ofLargest = (among: readonly Connection[]) => {
    const largest = Math.max(...among.map(({ network }) => sizes.get(network) ?? 0));
    return among.filter(({ network }) => sizes.get(network) === largest);
  };
  const waiting = connections
    .slice(0, -1)
    .filter(({ exchange }) => !exchange?.request.complete || exchange.response.writableEnded);
  return ofLargest(waiting)[0] ?? ofLargest(connections).at(-1);
}
