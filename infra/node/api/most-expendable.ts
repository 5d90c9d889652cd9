import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request that isn't answered yet. `isLast`: the connection ends after its answer. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; isLast: boolean };

export type Connection = {
  readonly socket: Socket;
  readonly network: string;
  exchange?: Exchange;
  /** Whether it has had an answer. */
  answered: boolean;
};

/** A network with so many connections at most isn't greedy: a client of its own has a few. */
const modest = 16;

/**
 * Chooses the connection that ends for a new one, which is the last of `connections`. A client that takes all of them loses its own.
 *
 * The choice is one of the network with the most connections. Among those that wait for their client, the ones that have never
 * had an answer come first, the oldest before the others. Where all wait for the bridge, the newest ends.
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
