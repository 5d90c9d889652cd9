import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Kept = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** An endpoint that keeps what it gets, by path, and answers with whatever status the test wants at the moment. */
export class KeepingEndpoint {
  status = 204;
  readonly #kept = new Map<string, Kept[]>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers, url = "/" } = request;
      this.keptAt(url).push({ headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(this.status).end(this.status === 204 ? undefined : "not today");
    });
  });

  /** Everything that came to a path, in order. */
  keptAt(path: string): Kept[] {
    const known = this.#kept.get(path) ?? [];
    this.#kept.set(path, known);
    return known;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
