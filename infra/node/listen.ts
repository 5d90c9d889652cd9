import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorWith } from "../../shared/kernel/errors.ts";

/** Another program listens on the port of the API and the portal. */
export class PortInUseError extends errorWith("port_in_use") {}

/** Listens on 127.0.0.1; port 0 means any free port. Resolves with the port. Throws {@link PortInUseError}. */
export async function listen(server: Server, port: number): Promise<number> {
  const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const message = `port ${port} is in use: stop the program that listens there, or choose another port with --port`;
      reject(cause.code === "EADDRINUSE" ? new PortInUseError(message, { cause }) : cause);
    });
    server.listen(port, "127.0.0.1", () => {
      resolve(server.address());
    });
  });
  return typeof address === "object" && address !== null ? address.port : port;
}

/** In ms, for running requests. */
const grace = 2_000;

/**
 * Node doesn't count a connection without any traffic as idle and would wait for it forever. So connections that remain
 * after the grace period are destroyed.
 */
export async function closeServer(server: Server, graceMs = grace): Promise<void> {
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
