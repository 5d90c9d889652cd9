import type { Server } from "node:http";

/** How long (ms) running requests may take once the server closes. */
const grace = 2_000;

/**
 * Closes a server and resolves once no connection is left. Node doesn't count a connection without any traffic as idle
 * and would wait for it forever, so connections that remain after the grace period are destroyed.
 */
export async function closeServer(server: Server, graceMs = grace): Promise<void> {
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
