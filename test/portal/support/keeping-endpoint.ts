import { createServer, type IncomingHttpHeaders } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { closeServer, listenLocally } from "../../support/local-server.ts";

export type Kept = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** An endpoint that keeps its requests by path, with a changeable response status. */
export class KeepingEndpoint {
  status = 204;
  readonly #kept = new Map<string, Kept[]>();
  readonly #server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { headers, url = "/" } = request;
      this.keptAt(url).push({ headers, body });
      response.writeHead(this.status).end(this.status === 204 ? undefined : "not today");
    });
  });

  url = "";

  /** One that listens before the first test of the file, until the last has ended. */
  static ofFile(): KeepingEndpoint {
    const endpoint = new KeepingEndpoint();
    beforeAll(async () => {
      endpoint.url = await listenLocally(endpoint.#server);
    });
    afterAll(() => closeServer(endpoint.#server));
    return endpoint;
  }

  /** All requests to a path, in order. */
  keptAt(path: string): Kept[] {
    const known = this.#kept.get(path) ?? [];
    this.#kept.set(path, known);
    return known;
  }
}
