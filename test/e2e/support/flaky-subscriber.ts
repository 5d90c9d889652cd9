import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { closeServer, listenLocally } from "../../support/local-server.ts";

/** `at`: unix ms. */
export type Received = { readonly event: Envelope; readonly body: string; readonly at: number };
type Marked = Received & { readonly replay: boolean; readonly late: boolean };

/**
 * A partner's endpoint that fails part of the time, verifies every delivery with the official library, and keeps what
 * it accepted.
 */
export class FlakySubscriber {
  readonly #server: Server;
  readonly #fails: (event: Envelope) => boolean;
  #verifier: Webhook | undefined;
  /** Each delivery with a 2xx response, in order. */
  readonly taken: Marked[] = [];
  readonly unverified: string[] = [];
  refused = 0;

  private constructor(fails: (event: Envelope) => boolean) {
    this.#fails = fails;
    this.#server = createServer((request, response) => {
      void textOf(request).then((body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        try {
          this.#verifier?.verify(body, headers, { jsonParse: false });
        } catch (error) {
          this.unverified.push(`${headers["webhook-id"]}: ${String(error)}`);
        }
        const event = JSON.parse(body) as Envelope;
        if (headers["webhook-id"] !== event.id) this.unverified.push(`${event.id}: webhook-id is another one`);
        if (this.#fails(event)) {
          this.refused += 1;
          response.writeHead(503).end();
          return;
        }
        const [replay, late] = ["replay", "late"].map((mark) => headers[`webhook-${mark}`] === "true") as [
          boolean,
          boolean,
        ];
        this.taken.push({ event, body, at: Date.now(), replay, late });
        response.writeHead(204).end();
      });
    });
  }

  static async start(fails: (event: Envelope) => boolean): Promise<FlakySubscriber> {
    const subscriber = new FlakySubscriber(fails);
    await listenLocally(subscriber.#server);
    return subscriber;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  trust(secret: string): void {
    this.#verifier = new Webhook(secret);
  }

  /** One per event id, as in a consumer that de-duplicates. */
  get distinct(): ReadonlyMap<string, Received> {
    return new Map(this.taken.map((received) => [received.event.id, received]));
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }
}
