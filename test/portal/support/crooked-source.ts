import { createServer, type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listenLocally } from "../../support/local-server.ts";

/** Sits in front of a source and spoils its responses as long as a test wants it. */
export class CrookedSource {
  readonly #target: URL;
  /** Gets the path and the body of every JSON response, and returns the body that is passed on. */
  spoil: (path: string, body: unknown) => unknown = (_, body) => body;
  /** The ids of existing records that have become unreadable; `instead` is an id of no such record. */
  hidden: { readonly ids: ReadonlySet<string>; readonly instead: string } = { ids: new Set(), instead: "" };
  readonly #server = createServer((request, response) => {
    const { method, headers, url: path = "/" } = request;
    const options = { method, headers: { ...headers, "accept-encoding": "identity" } };
    const [, id = ""] = /\/\w+\/([\w-]+)(?:\?|$)/.exec(path) ?? [];
    const asked = this.hidden.ids.has(id) ? path.replace(id, this.hidden.instead) : path;
    const forwarded = send(new URL(asked, this.#target), options, (answer) => {
      void this.#changed(path, answer).then(
        (body) => {
          response.writeHead(answer.statusCode ?? 502, {
            ...answer.headers,
            "content-length": Buffer.byteLength(body),
          });
          response.end(body);
        },
        () => response.destroy(),
      );
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async #changed(path: string, answer: IncomingMessage): Promise<Buffer | string> {
    const whole = await buffer(answer);
    const isJson = answer.headers["content-type"]?.includes("json") === true && whole.length > 0;
    if (!isJson) return whole;
    const body: unknown = JSON.parse(whole.toString());
    const shown = hasItems(body)
      ? { ...body, items: body.items.filter(({ id }) => !this.hidden.ids.has(String(id))) }
      : body;
    return JSON.stringify(this.spoil(path, shown));
  }

  listen(): Promise<string> {
    return listenLocally(this.#server);
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }
}

/** Whether a body is a page of a list. */
export function hasItems(body: unknown): body is { items: { [name: string]: unknown }[] } {
  return typeof body === "object" && body !== null && "items" in body && Array.isArray(body.items);
}
