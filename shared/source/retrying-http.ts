import type { Context } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { isFilesExhausted, isTlsFault } from "../kernel/errors.ts";
import { httpDate, retryAfterOf } from "../kernel/retry-after.ts";
import type { Allowance } from "./allowance.ts";
import type { Reading } from "./answer-bodies.ts";
import { RequestPace } from "./request-pace.ts";
import type { SourceAnswer } from "./source.ts";
import { type Hold, longestHold, SourceHolds } from "./source-holds.ts";
import type { SentAnswer, SourceHttp, SourceHttpRequest } from "./source-http.ts";

/**
 * A poll waits for the end of a `Retry-After` up to this length (ms). A longer one ends the poll, which frees the
 * worker.
 */
const longestWait = 10_000;
/** Requests that waited for the end of a `Retry-After` start at random times, at most this long (ms) after it. */
const afterHold = 1_000;
/** The body may have been cut off in transit, so one repeat may help. More repeats would return the same body. */
const unreadableRepeats = 1;
/** At most this many characters of an unreadable body are passed on. */
const unreadableLength = 100_000;

/**
 * `answered`: a response arrived that isn't too large, and its status isn't that of a temporary fault. `fault`: what
 * came instead of a usable response.
 */
export type ExchangeReport = {
  readonly ms: number;
  readonly answered: boolean;
  /** The method, and the path without the query, such as `GET /acme/api/v1/en/person/timeline`. */
  readonly asked: string;
  /** Unix ms, our clock. */
  readonly startedAt: number;
  readonly fault: string | undefined;
};

export type RetryingHttpParts = Context & {
  readonly http: SourceHttp;
  /** Called on every 429 and 503, so that the caller can hold the instance or lower its rate. */
  readonly throttled?: (instance: string, status: Hold["status"], retryAfterMs: number | undefined) => void;
  readonly exchanged?: (instance: string, exchange: ExchangeReport) => void;
};

type Answer = Extract<SentAnswer, { outcome: "answered" }>;

/** Reads a 2xx response. An unexpected body, such as a truncated one or a maintenance page, is a fault. */
export type Read<T> = (answer: Answer) => Reading<T> | Promise<Reading<T>>;

/** `startedAt` and `receivedAt` belong to the request's last exchange (unix ms, our clock). */
export type Exchange<T> =
  | {
      readonly outcome: "answered";
      readonly answer: Answer;
      /** The result of `read` for a 2xx response; undefined if the source refused. */
      readonly value: T | undefined;
      readonly startedAt: number;
      readonly receivedAt: number;
    }
  | Extract<SourceAnswer<never>, { outcome: "unavailable" }>
  | { readonly outcome: "exhausted" };

/**
 * Sends a request, and retries it with full jitter while the source fails (hazards 63, 64). Every exchange takes one
 * request from the allowance.
 */
export class RetryingHttp {
  readonly #parts: RetryingHttpParts;
  readonly #pace: RequestPace;
  readonly #holds = new SourceHolds();

  constructor(parts: RetryingHttpParts) {
    this.#parts = parts;
    this.#pace = new RequestPace(parts.timings.tick);
  }

  isBehind(instance: string): boolean {
    return this.#pace.isBehind(instance, this.#parts.clock.now());
  }

  async send<T>(
    instance: string,
    request: SourceHttpRequest,
    allowance: Allowance,
    read: Read<T>,
  ): Promise<Exchange<T>> {
    const { http, clock, sleeper, randomness, timings, throttled, exchanged } = this.#parts;
    const { until } = allowance;
    const mayBegin = () => this.#holds.of(instance, request.path, clock.now()) === undefined;
    const sent = { ...request, mayBegin, ...(Number.isFinite(until) && { until }) };
    if (clock.now() >= until || !allowance.spend()) return { outcome: "exhausted" };
    for (let repeat = 0; ; ) {
      const notSent = await this.#turn(instance, request, allowance);
      if (notSent !== undefined) return notSent;
      const startedAt = clock.now();
      const received = await http.send(sent);
      if (received.outcome === "skipped") {
        allowance.giveBack();
        if (mayBegin() || !allowance.spend()) return { outcome: "exhausted" };
        continue;
      }
      const receivedAt = clock.now();
      const tookMs = received.outcome === "answered" ? received.tookMs : undefined;
      const isOk = received.outcome === "answered" && ok(received.status);
      const reading = isOk ? await read(received) : undefined;
      // A body with too many values is handled like one with too many bytes: the caller requests a smaller page.
      const isTooLarge = reading?.outcome === "too_large";
      const answer: SentAnswer = isTooLarge ? { outcome: "failed", reason: "too_large" } : received;
      const value = reading?.outcome === "ok" ? reading.value : undefined;
      const response = answer.outcome === "answered" ? answer : undefined;
      const answered = response !== undefined && !passing(response.status);
      const isUsable = answered && (value !== undefined || !ok(response.status));
      exchanged?.(instance, {
        ...{ ms: tookMs ?? Math.max(0, receivedAt - startedAt), answered, startedAt },
        asked: `${request.method} ${request.path.split("?", 1)[0] ?? ""}`,
        fault: isUsable ? undefined : faultText(answer),
      });
      if (isUsable) return { outcome: "answered", answer: response, value, startedAt, receivedAt };
      const status = response?.status;
      const retryAfterMs = response && retryAfter(response, receivedAt);
      if (status === 429 || status === 503) {
        this.#holds.note(instance, request.path, { status, ms: retryAfterMs ?? 0 }, receivedAt);
        throttled?.(instance, status, retryAfterMs);
      }
      const unreadable = response && ok(response.status) ? response.body : undefined;
      const heavy = heaviness(answer, receivedAt < until);
      // A retry would again return a response that is too large.
      const hopeless = heavy === "too_large";
      const known = unreadable !== undefined && repeat >= unreadableRepeats;
      const bound = hopeless || known ? undefined : timings.sourceRetries[repeat];
      const wait = Math.max(retryAfterMs ?? 0, randomness.fraction() * (bound ?? 0));
      const inTime = clock.now() + wait < until;
      if (bound === undefined || wait > longestWait || !inTime || !allowance.spend()) {
        const text = unreadable !== undefined && { unreadable: unreadable.slice(0, unreadableLength) };
        const cutShort = bound !== undefined && allowance.left < 1 && { cutShort: true as const };
        return { outcome: "unavailable", status, retryAfterMs, ...cutShort, ...text, ...defined({ heavy }) };
      }
      await sleeper.sleep(wait);
      repeat += 1;
    }
  }

  /**
   * Waits until the request may be sent, and returns undefined. If the wait would be too long, gives the request back
   * to the allowance, and returns the outcome for the caller.
   */
  async #turn(
    instance: string,
    { path }: SourceHttpRequest,
    allowance: Allowance,
  ): Promise<Exclude<Exchange<never>, { outcome: "answered" }> | undefined> {
    const { clock, sleeper, randomness } = this.#parts;
    const { perSecond, until } = allowance;
    for (;;) {
      const now = clock.now();
      const hold = this.#holds.of(instance, path, now);
      if (hold !== undefined) {
        if (hold.ms > longestWait || now + hold.ms >= until) {
          allowance.giveBack();
          // A hold of the whole instance isn't the feed's fault, and the tick waits until that hold ends.
          if (hold.status === 429) return { outcome: "exhausted" };
          return { outcome: "unavailable", status: hold.status, retryAfterMs: hold.ms };
        }
        await sleeper.sleep(hold.ms + randomness.fraction() * afterHold);
        continue;
      }
      const turn = this.#pace.reserve(instance, perSecond, now, until);
      if (turn === undefined) {
        allowance.giveBack();
        return { outcome: "exhausted" };
      }
      if (turn <= 0) return undefined;
      await sleeper.sleep(turn);
      // A refusal that arrived meanwhile also holds this request.
      if (this.#holds.of(instance, path, clock.now()) === undefined) return undefined;
    }
  }
}

/**
 * Returns the wait in ms, at most `longestHold`. A date in the header is compared with the source's own clock, which
 * may differ from ours.
 */
function retryAfter({ headers }: Answer, receivedAt: number): number | undefined {
  const asked = retryAfterOf(headers["retry-after"], httpDate(headers["date"]) ?? receivedAt);
  return asked === undefined ? undefined : Math.min(asked, longestHold);
}

/**
 * Whether a request for fewer rows might succeed. A timeout because the poll's time ran out says nothing about the
 * size.
 */
function heaviness(answer: SentAnswer, inTime: boolean): "too_large" | "timeout" | undefined {
  if (answer.outcome === "answered") return answer.status === 504 ? "timeout" : undefined;
  if (answer.reason === "too_large") return "too_large";
  return answer.reason === "timeout" && inTime ? "timeout" : undefined;
}

const ok = (status: number): boolean => status < 300;

/** The statuses of temporary faults. */
const passing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

const unresolved = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "ENODATA"]);

/** Contains only statuses and codes, and never quotes a body. */
function faultText(answer: SentAnswer): string {
  if (answer.outcome === "answered") {
    const text = `HTTP ${answer.status}`;
    return ok(answer.status) ? `${text} with a body that can't be read` : text;
  }
  if (answer.reason === "timeout") return "no complete response in time";
  if (answer.reason === "too_large") return "the response is too large";
  const { detail } = answer;
  if (detail === undefined) return "the connection failed";
  if (detail === "ECONNREFUSED") return "nothing is listening at the source's address (ECONNREFUSED)";
  if (isFilesExhausted(detail)) return `this process can't open more files (${detail}): raise its limit (ulimit -n)`;
  if (unresolved.has(detail)) return `the source's host name can't be resolved (${detail})`;
  return isTlsFault(detail) ? `the TLS handshake failed (${detail})` : `the connection failed (${detail})`;
}
