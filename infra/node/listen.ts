import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FeedhookError } from "../../shared/kernel/errors.ts";

/** Another program listens on the port of the API and the portal. */
export class PortInUseError extends FeedhookError {
  readonly code = "port_in_use";
}

/** Listens on 127.0.0.1; 0 takes any free port. Resolves with the port. Throws PortInUseError. */
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
