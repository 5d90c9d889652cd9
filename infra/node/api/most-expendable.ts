import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request without a response so far. `isLast` means that the connection ends after its response. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; isLast: boolean };

export type Connection = {
  readonly socket: Socket;
  readonly network: string;
  exchange?: Exchange;
  /** Whether the connection has sent a response. */
  answered: boolean;
};

/** A network with at most this many connections isn't greedy, because a single client opens a few. */
const modest = 16;

/**
 * Chooses the connection to close for a new one, which is the last of `connections`. A client that takes all
 * connections loses its own.
 * The choice is made in the network with the most connections. Of the connections that wait for their client, it is the
 * oldest without any response so far, otherwise the oldest. If all wait for the bridge, it is the newest.
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
