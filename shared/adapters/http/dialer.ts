import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { isPublicAddress } from "../../delivery/attempt/address-guard.ts";
import type { Dialer, DialOutcome, DialRequest } from "../../delivery/attempt/dialer.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import { cpuOfThread } from "../local/cpu-of-thread.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { DialExchange } from "./dialer-exchange.ts";
import { type AddressFamily, type Resolve, resolveByDns, resolveBySystem } from "./dialer-resolve.ts";
import { FairTurns } from "./fair-turns.ts";
import { offeredTls } from "./offered-tls.ts";

export type DialerOptions = {
  readonly clock: Clock;
  /** Allows http, address literals and any network. For local development only. */
  readonly allowInsecure: boolean;
  /** The address families to connect to; by default, IPv4 and IPv6. */
  readonly addressFamily?: AddressFamily;
  readonly resolve?: Resolve;
  readonly permits?: (address: string) => boolean;
  /** The port on which the bridge itself listens on this machine. */
  readonly ownPort?: (() => number | undefined) | undefined;
  /** PEM certificates to trust instead of the public ones. */
  readonly authorities?: string;
};

/**
 * The rules for resolving names and checking addresses. They apply when an endpoint's URL is accepted, and again for
 * every connection.
 */
export function vettingParts({ allowInsecure, addressFamily = "both", ...given }: Omit<DialerOptions, "clock">) {
  return {
    resolve: given.resolve ?? (allowInsecure ? resolveBySystem(addressFamily) : resolveByDns(addressFamily)),
    permits: allowInsecure ? () => true : (given.permits ?? isPublicAddress),
    ownPort: given.ownPort ?? (() => undefined),
  };
}

/**
 * How many turns of the event loop pass between two pieces of handshake work. A delivery over an open connection takes
 * about ten turns, so it meets at most one piece, which takes about a millisecond. In an idle event loop, the turns
 * take 0.1 ms in total.
 */
const turnsBetween = 12;

/** The maximum number of endpoints whose TLS sessions are remembered. */
const sessionCapacity = 1_000;

/**
 * Posts webhooks. Connections are kept per origin and reused; each one leads to an address that was checked when the
 * connection was opened. The dialer follows no redirects, makes no retries and uses no proxies.
 */
export class UndiciDialer implements Dialer {
  readonly #now: () => number;
  readonly #allowInsecure: boolean;
  readonly #pool: ConnectionPool;

  constructor({ clock, allowInsecure, authorities, ...given }: DialerOptions) {
    this.#now = () => clock.now();
    this.#allowInsecure = allowInsecure;
    let context: SecureContext | undefined;
    this.#pool = new ConnectionPool({
      ...vettingParts({ ...given, allowInsecure }),
      sessions: new RecentMap(sessionCapacity),
      handshakes: new FairTurns({ cpu: cpuOfThread, now: () => performance.now(), turnsBetween }),
      now: this.#now,
      secureContext: () => (context ??= createSecureContext({ ...offeredTls, ca: authorities })),
    });
  }

  post({ url: text, group, headers, body, deadline }: DialRequest): Promise<DialOutcome> {
    const url = URL.parse(text);
    if (url === null || (!this.#allowInsecure && (url.protocol !== "https:" || isLiteral(url.hostname)))) {
      const detail = "not https, or an IP address instead of a host name";
      return Promise.resolve({ outcome: "failed", class: "blocked", detail, ms: 0, timing: {} });
    }
    return new Promise((settle) => {
      const connection = this.#pool.take(url, group ?? url.hostname);
      const exchange = new DialExchange({
        now: this.#now,
        deadline,
        takeSteps: () => connection.takeSteps(),
        settle: (outcome, isOpen) => {
          if (isOpen) this.#pool.give(connection);
          else this.#pool.abandon(connection);
          settle(outcome);
        },
      });
      connection.dispatch(
        {
          path: `${url.pathname}${url.search}`,
          method: "POST",
          // Compression is refused, because a small compressed response could expand without limit.
          headers: { ...headers, "accept-encoding": "identity" },
          body,
        },
        exchange,
      );
    });
  }

  /** Waits for running requests and closes all connections. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || isIP(hostname) !== 0;
}
