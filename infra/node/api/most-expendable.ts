import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** An unanswered request. `isLast`: the connection ends after its answer. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; isLast: boolean };

export type Connection = {
  readonly socket: Socket;
  readonly network: string;
  exchange?: Exchange;
  /** Whether the connection has had an answer. */
  answered: boolean;
};

/** A network with at most this many connections isn't greedy: a single client has a few. */
const modest = 16;

/**
 * Chooses the connection that ends for a new one, which is the last of `connections`. A client that takes all
 * connections loses its own.
 * The choice is one of the network with the most connections. Among those that wait for their client, those without any
 * answer so far come first, the oldest before the others. If all wait for the bridge, the newest ends.
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
