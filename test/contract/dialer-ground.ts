import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type DialerOptions, UndiciDialer } from "../../shared/adapters/http/dialer.ts";
import type { DialOutcome, DialRequest } from "../../shared/delivery/attempt/dialer.ts";
import { testCertificate } from "./dialer-certificate.ts";

const clock = { now: () => Date.now() };
const closers: (() => unknown)[] = [];

/** Closes what the test opened, all at once: a dialer waits for its requests, and the servers end them. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** A module-level hook would run only in the first of the files that share it. */
function closeWithTest(close: () => unknown): void {
  if (closers.length === 0) onTestFinished(closeAll);
  closers.push(close);
}

export async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closeWithTest(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export const httpServer = (answer: RequestListener) => listening(createServer(answer));
export const tlsServer = (answer: RequestListener, options: ServerOptions = {}) =>
  listening(createTlsServer({ cert: testCertificate.cert, key: testCertificate.key, ...options }, answer));

/** A server that accepts every request, and the client's port of each. */
export async function acceptingServer(open: typeof tlsServer = httpServer, headers = {}) {
  const ports: (number | undefined)[] = [];
  const port = await open((message, response) => {
    ports.push(message.socket.remotePort);
    message.resume().on("end", () => response.writeHead(200, headers).end("ok"));
  });
  return { port, ports };
}

/** A server with raw sockets, for what no HTTP library would send. */
export async function rawServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onSocket(socket);
  });
  closeWithTest(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listening(server);
}

/** A server that sends this text as soon as it is connected, whatever it is asked. */
export const sayingServer = (text: string) => rawServer((socket) => void socket.write(text));

/** Sends the text again and again until the socket closes. */
export function drip(socket: Socket, text: string, everyMs: number): void {
  const dripping = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => {
    clearInterval(dripping);
  });
}

export function dialer(options: Partial<DialerOptions> = {}): UndiciDialer {
  const made = new UndiciDialer({ clock, allowInsecure: true, ...options });
  closeWithTest(() => made.close());
  return made;
}

/** A dialer as in production, except that a name resolves to this machine and our own authority is trusted. */
export const secureDialer = (options: Partial<DialerOptions> = {}) =>
  dialer({
    allowInsecure: false,
    resolve: async () => ["127.0.0.1"],
    permits: (address) => address === "127.0.0.1",
    authorities: testCertificate.cert,
    ...options,
  });

export const request = (url: string, fields: Partial<DialRequest> = {}): DialRequest => ({
  url,
  headers: { "content-type": "application/json", "webhook-id": "evt_1" },
  body: Buffer.from('{"a":1}'),
  deadline: 5_000,
  ...fields,
});

/** POSTs to a port of this machine. */
export const post = (port: number, fields: Partial<DialRequest> = {}, by = dialer()) =>
  by.post(request(`http://127.0.0.1:${port}/`, fields));

/** A connection is returned one event-loop turn after its response. */
export const idle = () => new Promise((resolve) => setTimeout(resolve, 10));

export const failed = (outcome: DialOutcome) => (outcome.outcome === "failed" ? outcome.class : outcome.status);
