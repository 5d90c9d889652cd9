import { isUtf8 } from "node:buffer";
import { type Dispatcher, Pool } from "undici";
import { faultCodeOf } from "../../kernel/errors.ts";
import { PageSkimmer } from "../../source/page-skimmer.ts";
import type { SourceHttp, SourceHttpAnswer, SourceHttpRequest } from "../../source/source-http.ts";
import { type AddressFamily, addressTimeout } from "./dialer-resolve.ts";
import { FairGate } from "./fair-gate.ts";
import { offeredTls } from "./offered-tls.ts";

export type SourceHttpOptions = {
  /**
   * The source's address, such as `https://partner.example.com`, with an optional path and without a trailing slash.
   */
  readonly baseUrl: string;
  /** Deadline (ms) of one exchange, from connecting to the last byte of the body. */
  readonly timeout: number;
  /** The largest accepted body, in bytes. */
  readonly maxBody?: number;
  /** The address families to connect to; by default, IPv4 and IPv6. */
  readonly addressFamily?: AddressFamily;
  /** The maximum number of open connections to the source. One instance gets at most half of them. */
  readonly connections?: number;
  /** Returns unix ms of the wall clock, because the other clocks of a frozen Lambda function stop with it. */
  readonly now?: () => number;
};

/**
 * The default for the largest body, in bytes. Pages of a thousand rows have about 2 MB. A list whose pages would exceed
 * this limit is read in smaller pages. The limit is low, because decoding a body blocks the event loop.
 */
const largestBody = 4 * 1_024 * 1_024;

/** How long (ms) an unused connection is kept: less than the five seconds after which common servers close theirs. */
const keepAlive = 4_000;

/**
 * Speaks HTTP with the source over keep-alive connections. It doesn't follow redirects, because a token must not reach
 * another host.
 */
export class UndiciSourceHttp implements SourceHttp {
  readonly #gate: FairGate;
  readonly #now: () => number;
  readonly #connect: () => Pool;
  readonly #prefix: string;
  readonly #timeout: number;
  readonly #maxBody: number;
  #pool: Pool;
  #usedAt: number;
  #underWay = 0;

  constructor(options: SourceHttpOptions) {
    const { baseUrl, timeout, maxBody = largestBody, connections = 32, now = Date.now } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.#prefix = pathname.replace(/\/$/, "");
    this.#timeout = timeout;
    this.#maxBody = maxBody;
    this.#gate = new FairGate(connections);
    const connect = {
      ...offeredTls,
      timeout,
      ...(options.addressFamily === "ipv4" ? { family: 4 } : {}),
      autoSelectFamilyAttemptTimeout: addressTimeout,
    };
    // Only the exchange's deadline applies: undici's own timers restart with each byte, so a slow trickle would never
    // trigger them.
    this.#connect = () =>
      new Pool(origin, {
        ...{ connections, connect, headersTimeout: 0, bodyTimeout: 0 },
        ...{ keepAliveTimeout: keepAlive, keepAliveMaxTimeout: keepAlive },
      });
    this.#pool = this.#connect();
    this.#now = now;
    this.#usedAt = now();
  }

  /**
   * Requests that wait for a connection take turns by instance and by path. Without turns, the journals of hundreds of
   * owners would hold up a timeline's next page, and an instance that doesn't respond would hold up the others. The
   * deadline starts when the connection is assigned.
   */
  send(request: SourceHttpRequest): Promise<SourceHttpAnswer> {
    const [list = ""] = request.path.split("?", 1);
    const [, instance = ""] = list.split("/", 2);
    return this.#gate.run({ owner: instance, group: list }, () => this.#exchange(request));
  }

  async #exchange(request: SourceHttpRequest): Promise<SourceHttpAnswer> {
    const pool = await this.#freshPool();
    this.#underWay += 1;
    const began = performance.now();
    try {
      const answer = await this.#ask(pool, request);
      return answer.outcome === "answered" ? { ...answer, tookMs: performance.now() - began } : answer;
    } finally {
      this.#underWay -= 1;
      this.#usedAt = this.#now();
    }
  }

  #ask(
    pool: Pool,
    { method, path, headers, body, until, mayBegin, skim }: SourceHttpRequest,
  ): Promise<SourceHttpAnswer> {
    // The wait for the connection may have used up the caller's time.
    const left = until === undefined ? this.#timeout : until - this.#now();
    if (left <= 0 || mayBegin?.() === false) return Promise.resolve({ outcome: "skipped" });
    const timeout = Math.min(this.#timeout, left);
    return new Promise((settle) => {
      const exchange = new SourceExchange({ timeout, maxBody: this.#maxBody, settle, skim: skim === true });
      const sent = { "user-agent": "Feedhook", ...headers };
      pool.dispatch({ path: `${this.#prefix}${path}`, method, headers: sent, body: body ?? null }, exchange);
    });
  }

  /**
   * Replaces the pool after it was idle for longer than `keepAlive`. A process that was frozen wakes up with
   * connections that the other side has closed, and with timers that haven't fired.
   */
  async #freshPool(): Promise<Pool> {
    if (this.#underWay === 0 && Math.abs(this.#now() - this.#usedAt) > keepAlive) {
      const stale = this.#pool;
      this.#pool = this.#connect();
      this.#usedAt = this.#now();
      await stale.destroy();
    }
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** The minimum number of bytes that a piece of a body counts as. Even a short piece costs memory and a callback. */
const leastPiece = 64;
/** The maximum size of a skimmed page, as a multiple of the maximum for other bodies. */
const skimmedFactor = 16;

type Parts = {
  /** Deadline (ms) from now to the last byte of the body. */
  readonly timeout: number;
  /** The largest accepted body, in bytes. */
  readonly maxBody: number;
  readonly settle: (answer: SourceHttpAnswer) => void;
  /** Accepts a page up to `skimmedFactor` times as large as `maxBody`, and keeps only what `PageSkimmer` keeps. */
  readonly skim: boolean;
};

/**
 * One request and its response. It implements undici's handler and receives each part as it arrives, because streams,
 * signals and promises would cost more per request than reading a page.
 */
class SourceExchange implements Dispatcher.DispatchHandler {
  readonly #maxBody: number;
  readonly #settle: Parts["settle"];
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: { readonly [name: string]: string } = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #over = false;
  readonly #skimmer: PageSkimmer | undefined;

  constructor({ timeout, maxBody, settle, skim }: Parts) {
    this.#skimmer = skim ? new PageSkimmer() : undefined;
    this.#maxBody = maxBody;
    this.#settle = settle;
    this.#deadline = setTimeout(() => {
      this.#fail("timeout");
    }, timeout);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the request waited for a connection.
    if (this.#over) controller.abort(new Error("given up"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Informational responses such as 103 precede the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = flat(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const skimmer = this.#status < 300 ? this.#skimmer : undefined;
    this.#size += Math.max(chunk.byteLength, leastPiece);
    if (this.#size > this.#maxBody * (skimmer === undefined ? 1 : skimmedFactor)) this.#fail("too_large");
    else if (skimmer !== undefined) skimmer.push(chunk);
    // Copy the piece, because a view of even a short piece would keep everything that arrived with it in memory.
    else this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    if (this.#status === 0) {
      this.#fail("transport");
      return;
    }
    const [status, headers] = [this.#status, this.#headers];
    const skimmed = this.#skimmer?.text();
    const bytes = Buffer.concat(this.#chunks);
    const body = skimmed ?? bytes.toString("utf8");
    this.#end({ outcome: "answered", status, headers, body, ...(!isUtf8(bytes) && { invalidUtf8: true }) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail("transport", innermostCodeOf(error));
  }

  #fail(reason: Extract<SourceHttpAnswer, { outcome: "failed" }>["reason"], detail?: string): void {
    if (this.#over) return;
    this.#end({ outcome: "failed", reason, ...(detail !== undefined && { detail }) });
    this.#controller?.abort(new Error(reason));
  }

  #end(answer: SourceHttpAnswer): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#chunks = [];
    this.#settle(answer);
  }
}

/**
 * The code of an error, or of the first nested error that has one: each of several addresses may have failed. A nested
 * error's code is preferred to `UND_ERR_SOCKET`.
 */
function innermostCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = faultCodeOf(error);
  if (own !== undefined && own !== "UND_ERR_SOCKET") return own;
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  for (const one of below) {
    const code = innermostCodeOf(one);
    if (code !== undefined) return code;
  }
  return own;
}

/** Undici passes header names in lower case. */
function flat(headers: Readonly<Record<string, string | string[] | undefined>>): { [name: string]: string } {
  const joined: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
