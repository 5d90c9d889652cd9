import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** In bytes. An address that names a record may be long: an id of 2 KB takes up to 12 KB when it is percent-encoded. */
const maxHeaderSize = 64 * 1_024;

/** Ms within which a request's headers and its body must be there: a client that sends a byte now and then has no longer. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

/** Ms after which a connection ends on which nothing is sent, as before its first request: longer than any request waits. */
const silence = 90_000;

/**
 * A server that clients can neither fill with connections nor with answers. Past `mostConnections`, the connection that has been
 * without a complete request for longest ends for each new one. The requests of a connection are handled one after the other:
 * Node parses all that a client has pipelined, and would hold an answer to each of them in memory.
 */
export function boundedServer(listener: RequestListener, mostConnections: number): Server {
  /** Connections without a complete request, the longest first. */
  const waiting = new Set<Socket>();
  const handled = new WeakMap<Socket, Promise<unknown>>();
  const server = createServer({ maxHeaderSize, ...timeouts }, (request, response) => {
    const { socket } = request;
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    if (length === undefined && coding === undefined) waiting.delete(socket);
    else request.once("end", () => waiting.delete(socket));
    const ended = new Promise<void>((resolve) => {
      response.once("close", () => {
        waiting.delete(socket);
        if (!socket.destroyed) waiting.add(socket);
        resolve();
      });
    });
    const before = handled.get(socket);
    handled.set(socket, ended);
    if (before === undefined) listener(request, response);
    else
      void before.then(() => {
        if (!socket.destroyed) listener(request, response);
      });
  });
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    const [longest] = waiting;
    if (open > mostConnections) (longest ?? socket).destroy();
    if (longest !== undefined && open > mostConnections) waiting.delete(longest);
    if (socket.destroyed) waiting.delete(socket);
    else waiting.add(socket);
    socket.once("close", () => {
      open -= 1;
      waiting.delete(socket);
    });
  });
  server.setTimeout(silence);
  return server;
}
