import type { Server } from "node:http";

/** Ms that running requests may take once the server ends. */
const grace = 2_000;

/**
 * Ends a server and resolves once no connection is left. To Node, a connection without any traffic isn't idle, so it
 * would wait without end, and nothing would stop until someone killed the process. Connections that remain after the
 * grace period are destroyed.
 */
export async function closeServer(server: Server, graceMs = grace): Promise<void> {
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
