import type { Server } from "node:http";

/** How long (ms) requests under way may take once the server ends. */
const grace = 2_000;

/**
 * Ends a server, and resolves once no connection is left. A connection on which nothing was ever sent isn't idle to Node, which
 * would wait for it without end, and nothing would stop until somebody kills the process: what is left after the grace is cut off.
 */
export async function closeServer(server: Server, graceMs = grace): Promise<void> {
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
