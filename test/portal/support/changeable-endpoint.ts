import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An endpoint with a changeable response status. */
export class ChangeableEndpoint {
  status = 500;
  readonly received: string[] = [];
  readonly #server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (this.status < 300) this.received.push(String(request.headers["webhook-id"]));
      response.writeHead(this.status);
      response.end();
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
