import { isIP } from "node:net";
import { Agent } from "undici";
import { isPublicAddress } from "../../delivery/attempt/address-guard.ts";
import type { Dialer, DialOutcome, DialRequest } from "../../delivery/attempt/dialer.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import { guardedConnector } from "./dialer-connector.ts";
import { DialExchange } from "./dialer-exchange.ts";
import { type Resolve, resolveByDns, resolveBySystem } from "./dialer-resolve.ts";

export type DialerOptions = {
  readonly clock: Clock;
  /** Local work only: http, addresses instead of names, and any network. */
  readonly allowInsecure: boolean;
  /** Ms for making a connection; the request's own deadline goes on beside it. */
  readonly connectTimeout: number;
  readonly resolve?: Resolve;
  readonly permits?: (address: string) => boolean;
  /** PEM certificates to trust instead of the public ones. */
  readonly authorities?: string;
};

/** Ms an unused connection is kept. Below the five seconds after which common servers close theirs. */
const keepAlive = 4_000;

/**
 * The way out for webhooks. Connections are kept per origin and reused; each one leads to an address that was vetted
 * when it was made. No redirects, no retries, no proxies.
 */
export class UndiciDialer implements Dialer {
  readonly #options: DialerOptions;
  #agent: Agent;
  #usedAt: number;

  constructor(options: DialerOptions) {
    this.#options = options;
    this.#agent = newAgent(options);
    this.#usedAt = options.clock.now();
  }

  post({ url: text, headers, body, deadline }: DialRequest): Promise<DialOutcome> {
    const url = URL.parse(text);
    if (url === null || (!this.#options.allowInsecure && (url.protocol !== "https:" || isLiteral(url.hostname)))) {
      return Promise.resolve({ outcome: "failed", class: "blocked", ms: 0 });
    }
    const { clock } = this.#options;
    return new Promise((settle) => {
      const exchange = new DialExchange({ now: () => clock.now(), deadline, settle });
      try {
        this.#currentAgent().dispatch(
          {
            origin: url.origin,
            path: `${url.pathname}${url.search}`,
            method: "POST",
            // A compressed answer could be small to send and endless to read.
            headers: { ...headers, "accept-encoding": "identity" },
            body,
          },
          exchange,
        );
      } catch (failure) {
        exchange.fail(failure instanceof Error ? failure : new Error("not dispatched"));
      }
    });
  }

  /** Waits for what is under way and closes all connections. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  /**
   * A process that was frozen between two batches wakes up with connections that the other side closed long ago, and
   * with timers that didn't notice: after a pause all of them are given up.
   */
  #currentAgent(): Agent {
    const now = this.#options.clock.now();
    if (now - this.#usedAt > keepAlive) {
      void this.#agent.close();
      this.#agent = newAgent(this.#options);
    }
    this.#usedAt = now;
    return this.#agent;
  }
}

function newAgent({ allowInsecure, connectTimeout, authorities, ...given }: DialerOptions): Agent {
  const resolve = given.resolve ?? (allowInsecure ? resolveBySystem() : resolveByDns());
  const permits = allowInsecure ? () => true : (given.permits ?? isPublicAddress);
  const trust = authorities === undefined ? {} : { authorities };
  return new Agent({
    connect: guardedConnector({ resolve, permits, timeout: connectTimeout, ...trust }),
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    // The exchange has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || isIP(hostname) !== 0;
}
