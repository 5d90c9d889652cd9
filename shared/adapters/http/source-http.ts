import { Agent } from "undici";
import type { SourceHttp, SourceHttpAnswer, SourceHttpRequest } from "../../source/source-http.ts";
import { FairGate } from "./fair-gate.ts";

export type SourceHttpOptions = {
  /** `https://partner.example.com`, possibly with a path; without a trailing slash. */
  readonly baseUrl: string;
  /** Deadline (ms) of one exchange, from connecting to the last byte of the body. */
  readonly timeout: number;
  /** Largest body taken, in bytes. */
  readonly maxBody?: number;
  /** Connections to the source at once. */
  readonly connections?: number;
  /** Unix ms; of the wall, since a frozen function's other clocks stand still with it. */
  readonly now?: () => number;
};

/** Ms that unused connections are kept: below the five seconds after which common servers close theirs. */
const keepAlive = 4_000;

class BodyTooLarge extends Error {}

/** HTTP to the source on keep-alive connections. Redirects aren't followed: a token must not travel to another host. */
export class UndiciSourceHttp implements SourceHttp {
  readonly #gate: FairGate;
  readonly #now: () => number;
  readonly #connect: () => Agent;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #timeout: number;
  readonly #maxBody: number;
  #agent: Agent;
  #usedAt: number;
  #underWay = 0;

  constructor(options: SourceHttpOptions) {
    const { baseUrl, timeout, maxBody = 64 * 1_024 * 1_024, connections = 16, now = Date.now } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/$/, "");
    this.#timeout = timeout;
    this.#maxBody = maxBody;
    this.#gate = new FairGate(connections);
    // The one deadline is the signal's: undici's own timers count from each byte, which a slow drip never reaches.
    this.#connect = () =>
      new Agent({
        ...{ connections, connect: { timeout }, headersTimeout: 0, bodyTimeout: 0 },
        ...{ keepAliveTimeout: keepAlive, keepAliveMaxTimeout: keepAlive },
      });
    this.#agent = this.#connect();
    this.#now = now;
    this.#usedAt = now();
  }

  /**
   * Whoever waits for a connection takes turns by path, and a path begins with its instance: hundreds of owners' journals
   * must not hold up a timeline's next page, nor one instance another. The deadline begins with the connection.
   */
  send(request: SourceHttpRequest): Promise<SourceHttpAnswer> {
    const [list = ""] = request.path.split("?", 1);
    const asked = performance.now();
    return this.#gate.run(list, () => this.#exchange(request, performance.now() - asked));
  }

  async #exchange({ method, path, headers, body }: SourceHttpRequest, waitedMs: number): Promise<SourceHttpAnswer> {
    const signal = AbortSignal.timeout(this.#timeout);
    const agent = await this.#freshAgent();
    this.#underWay += 1;
    try {
      const answer = await agent.request({
        origin: this.#origin,
        path: `${this.#prefix}${path}`,
        method,
        headers: { "user-agent": "Feedhook", ...headers },
        body: body ?? null,
        signal,
      });
      return {
        outcome: "answer",
        status: answer.statusCode,
        headers: flat(answer.headers),
        body: await this.#textOf(answer.body),
        waitedMs,
      };
    } catch (error) {
      if (error instanceof BodyTooLarge) return { outcome: "failure", reason: "too_large" };
      return { outcome: "failure", reason: signal.aborted ? "timeout" : "transport" };
    } finally {
      this.#underWay -= 1;
      this.#usedAt = this.#now();
    }
  }

  /** A process that was frozen wakes up with connections that the other side closed, and with timers that didn't notice. */
  async #freshAgent(): Promise<Agent> {
    if (this.#underWay === 0 && Math.abs(this.#now() - this.#usedAt) > keepAlive) {
      const stale = this.#agent;
      this.#agent = this.#connect();
      this.#usedAt = this.#now();
      await stale.destroy();
    }
    return this.#agent;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #textOf(body: AsyncIterable<unknown>): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError("a body chunk isn't bytes");
      size += chunk.byteLength;
      if (size > this.#maxBody) throw new BodyTooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}

function flat(headers: { readonly [name: string]: string | string[] | undefined }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
