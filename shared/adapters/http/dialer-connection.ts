import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { DialTiming } from "../../delivery/attempt/dialer.ts";
import { type ConnectorParts, openConnection } from "./dialer-connector.ts";

/** Ms an unused connection is kept. Below the five seconds after which common servers close theirs. */
export const keepAlive = 4_000;

/** Ms. What rested for longer may have been closed while the event loop stood still. */
const shortRest = 50;

/** Ms after which a busy connection is replaced: its name may lead elsewhere by now. */
const longestLife = 60_000;

/** A connection to an origin that serves one request at a time; it is opened by the first. */
export class DialConnection {
  readonly origin: string;
  readonly #client: Client;
  readonly #abandoned = new AbortController();
  readonly #now: () => number;
  readonly #expiresAt: number;
  #steps: DialTiming = {};
  #usedAt: number;
  #socket: Socket | undefined;

  constructor(url: URL, parts: ConnectorParts) {
    const { origin, protocol, hostname, port } = url;
    this.origin = origin;
    this.#now = parts.now;
    this.#usedAt = parts.now();
    this.#expiresAt = this.#usedAt + longestLife;
    const target = {
      protocol,
      // Undici gives IPv6 literals in brackets, which sockets don't know.
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    };
    this.#client = new Client(origin, {
      connect: (_options, callback) => {
        this.#steps = {};
        const onStep = (steps: DialTiming) => {
          this.#steps = { ...this.#steps, ...steps };
        };
        openConnection(target, parts, onStep, this.#abandoned.signal).then(
          (socket) => {
            this.#socket = socket;
            callback(null, socket);
          },
          (failure: unknown) => {
            callback(failure instanceof Error ? failure : new Error("not connected"), null);
          },
        );
      },
      keepAliveTimeout: keepAlive,
      keepAliveMaxTimeout: keepAlive,
      // An exchange has one deadline for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  /** Not always at once: what closed while nobody looked is heard of first, else the request would fail with it. */
  dispatch(
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    onRefused: (why: Error) => void,
  ): void {
    const hasRested = Math.abs(this.#now() - this.#usedAt) > shortRest;
    this.#usedAt = this.#now();
    afterTurns(hasRested ? 2 : 0, () => {
      try {
        this.#client.dispatch(request, handler);
      } catch (failure) {
        onRefused(failure instanceof Error ? failure : new Error("not dispatched"));
      }
    });
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  /** What opening took, for the request that waited for it; nothing for those that found it open. */
  takeSteps(): DialTiming {
    const steps = this.#steps;
    this.#steps = {};
    return steps;
  }

  /**
   * Whether it may serve another request. A process that was frozen between two batches wakes up with connections that
   * the other side closed long ago, and with timers that didn't notice.
   */
  isFresh(now: number): boolean {
    return now < this.#expiresAt && Math.abs(now - this.#usedAt) <= keepAlive;
  }

  /** When what is under way has ended. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  /** At once: what is under way fails. */
  abandon(): void {
    this.#abandoned.abort();
    void this.#client.destroy();
  }
}

/** After one turn of the event loop what it had in hand is done; in the second it looks for what came meanwhile. */
function afterTurns(turns: number, work: () => void): void {
  if (turns === 0) work();
  else setImmediate(afterTurns, turns - 1, work);
}
