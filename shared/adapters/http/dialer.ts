import { isPublicAddress } from "../../delivery/attempt/address-guard.ts";
import type { Dialer, DialOutcome, DialRequest, FailureClass } from "../../delivery/attempt/dialer.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { type Destination, destinationOf } from "./destination.ts";
import { DialExchange } from "./dialer-exchange.ts";
import { type Resolve, resolveByDns, resolveBySystem } from "./dialer-resolve.ts";
import { postBytes } from "./post-bytes.ts";
import { Remembered } from "./remembered.ts";

export type DialerOptions = {
  readonly clock: Clock;
  /** Local work only: http, addresses instead of names, and any network. */
  readonly allowInsecure: boolean;
  readonly resolve?: Resolve;
  readonly permits?: (address: string) => boolean;
  /** PEM certificates to trust instead of the public ones. */
  readonly authorities?: string;
};

/** Endpoints whose TLS session, and addresses whose parts, are remembered. */
const capacity = 1_000;

/**
 * The way out for webhooks: HTTP/1.1 of our own, since a client that can do more does more for each POST. Connections are
 * kept per origin and reused; each one leads to an address that was vetted when it was made. No redirects, no retries,
 * no proxies.
 */
export class HttpDialer implements Dialer {
  readonly #now: () => number;
  readonly #allowInsecure: boolean;
  readonly #pool: ConnectionPool;
  readonly #destinations = new Remembered<Destination>(capacity);

  constructor({ clock, allowInsecure, authorities, ...given }: DialerOptions) {
    this.#now = () => clock.now();
    this.#allowInsecure = allowInsecure;
    this.#pool = new ConnectionPool({
      resolve: given.resolve ?? (allowInsecure ? resolveBySystem() : resolveByDns()),
      permits: allowInsecure ? () => true : (given.permits ?? isPublicAddress),
      sessions: new Remembered(capacity),
      now: this.#now,
      ...(authorities === undefined ? {} : { authorities }),
    });
  }

  post({ url, headers, body, deadline }: DialRequest): Promise<DialOutcome> {
    const destination = this.#destinationOf(url);
    if (destination === undefined) return unsent("blocked", "not https, or an address in place of a name");
    const request = postBytes(destination, headers, body);
    if (request === undefined) return unsent("protocol", "a header that can't be sent");
    return new Promise((settle) => {
      const connection = this.#pool.take(destination);
      const exchange = new DialExchange({
        now: this.#now,
        deadline,
        takeSteps: () => connection.takeSteps(),
        settle: (outcome, open) => {
          if (open === undefined) this.#pool.abandon(connection);
          else this.#pool.give(connection, open.keptFor);
          settle(outcome);
        },
      });
      connection.send(request, exchange);
    });
  }

  /** Waits for what is under way and closes all connections. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #destinationOf(url: string): Destination | undefined {
    const known = this.#destinations.get(url);
    if (known !== undefined) return known;
    const destination = destinationOf(url, this.#allowInsecure);
    if (destination !== undefined) this.#destinations.put(url, destination);
    return destination;
  }
}

function unsent(reason: FailureClass, detail: string): Promise<DialOutcome> {
  return Promise.resolve({ outcome: "failed", class: reason, detail, ms: 0, timing: {} });
}
