import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import { retryAfterOf } from "../kernel/retry-after.ts";
import type { Allowance } from "./allowance.ts";
import { RequestPace } from "./request-pace.ts";
import { faultText } from "./source-fault.ts";
import type { SentAnswer, SourceHttp, SourceHttpRequest } from "./source-http.ts";

/** A poll doesn't wait longer than this many ms for a `Retry-After`: its feed comes back later instead, and the worker is free. */
const longestWait = 10_000;
/** A body that can't be read is requested once more, since it may have been cut short on its way; further tries would bring it again. */
const unreadableRepeats = 1;
/** This many characters of such a body are handed on. */
const unreadableLength = 100_000;

/**
 * A report on one exchange: how long it took (ms), whether the source was well enough to answer, and what was asked. `fault` says
 * what came instead of a usable answer.
 */
export type ExchangeReport = {
  readonly ms: number;
  readonly answered: boolean;
  /** `GET /acme/api/v1/en/person/timeline`, without the query. */
  readonly asked: string;
  /** Unix ms, our clock. */
  readonly startedAt: number;
  readonly fault: string | undefined;
};

export type RetryingHttpParts = {
  readonly http: SourceHttp;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  /** Upper bounds (ms) of the waits before each repeat. */
  readonly retries: readonly number[];
  /** Called when the source says that we ask too much (429, 503). */
  readonly throttled: (instance: string, retryAfterMs: number | undefined) => void;
  /** Called after every exchange. */
  readonly exchanged: (instance: string, exchange: ExchangeReport) => void;
};

type Answer = Extract<SentAnswer, { outcome: "answer" }>;

/** The end of a request: `startedAt` and `receivedAt` belong to its last exchange (unix ms, our clock). */
export type Exchange<T> =
  | {
      readonly outcome: "answer";
      readonly answer: Answer;
      /** What `read` made of a 2xx answer; undefined when the source refused. */
      readonly value: T | undefined;
      readonly startedAt: number;
      readonly receivedAt: number;
    }
  | {
      readonly outcome: "unavailable";
      readonly status: number | undefined;
      readonly retryAfterMs: number | undefined;
      readonly unreadable?: string;
      readonly heavy?: "too_large" | "timeout";
    }
  | { readonly outcome: "exhausted" };

/**
 * Sends a request, and repeats it with full jitter while the source is unwell (hazards 63, 64). Every exchange spends the
 * allowance. `read` reads a 2xx answer and returns undefined when it isn't what was asked for: half a body and a maintenance
 * page are faults too.
 */
export class RetryingHttp {
  readonly #parts: RetryingHttpParts;
  readonly #pace = new RequestPace();

  constructor(parts: RetryingHttpParts) {
    this.#parts = parts;
  }

  /** Whether so many requests to the instance wait for their turn in this process that a new one would wait for long. */
  isBehind(instance: string): boolean {
    return this.#pace.isBehind(instance, this.#parts.clock.now());
  }

  async send<T>(
    instance: string,
    request: SourceHttpRequest,
    allowance: Allowance,
    read: (answer: Answer) => T | undefined,
  ): Promise<Exchange<T>> {
    const { http, clock, sleeper, randomness, retries, throttled, exchanged } = this.#parts;
    const { until } = allowance;
    if (clock.now() >= until || !allowance.spend()) return { outcome: "exhausted" };
    for (let repeat = 0; ; repeat += 1) {
      const turn = this.#pace.reserve(instance, allowance.perSecond, clock.now(), until);
      if (turn === undefined) return { outcome: "exhausted" };
      if (turn > 0) await sleeper.sleep(turn);
      const startedAt = clock.now();
      const answer = await http.send(Number.isFinite(until) ? { ...request, until } : request);
      if (answer.outcome === "notSent") return { outcome: "exhausted" };
      const receivedAt = clock.now();
      const answered = answer.outcome === "answer" && !passing(answer.status);
      const tookMs = answer.outcome === "answer" ? answer.tookMs : undefined;
      const value = answer.outcome === "answer" && ok(answer.status) ? read(answer) : undefined;
      const isUsable = answer.outcome === "answer" && answered && (value !== undefined || !ok(answer.status));
      exchanged(instance, {
        ...{ ms: tookMs ?? Math.max(0, receivedAt - startedAt), answered, startedAt },
        asked: `${request.method} ${request.path.split("?", 1)[0] ?? ""}`,
        fault: isUsable ? undefined : faultText(answer),
      });
      if (isUsable) return { outcome: "answer", answer, value, startedAt, receivedAt };
      const status = answer.outcome === "answer" ? answer.status : undefined;
      const retryAfterMs =
        answer.outcome === "answer" ? retryAfterOf(answer.headers["retry-after"], receivedAt) : undefined;
      if (status === 429 || status === 503) throttled(instance, retryAfterMs);
      const unreadable = answer.outcome === "answer" && ok(answer.status) ? answer.body : undefined;
      // An answer that is too large would only be too large again.
      const hopeless = answer.outcome === "failure" && answer.reason === "too_large";
      const known = unreadable !== undefined && repeat >= unreadableRepeats;
      const bound = hopeless || known ? undefined : retries[repeat];
      const wait = Math.max(retryAfterMs ?? 0, randomness.fraction() * (bound ?? 0));
      const inTime = clock.now() + wait < until;
      if (bound === undefined || wait > longestWait || !inTime || !allowance.spend()) {
        const text = unreadable !== undefined && { unreadable: unreadable.slice(0, unreadableLength) };
        return { outcome: "unavailable", status, retryAfterMs, ...text, ...heaviness(answer, receivedAt < until) };
      }
      await sleeper.sleep(wait);
    }
  }
}

/** Whether the answer may be the reason that none came, and a smaller one could. A deadline of ours says nothing of it. */
function heaviness(answer: SentAnswer, inTime: boolean): { readonly heavy?: "too_large" | "timeout" } {
  if (answer.outcome === "answer") return answer.status === 504 ? { heavy: "timeout" } : {};
  if (answer.reason === "too_large") return { heavy: "too_large" };
  return answer.reason === "timeout" && inTime ? { heavy: "timeout" } : {};
}

const ok = (status: number): boolean => status >= 200 && status < 300;

/** Statuses of faults that pass by themselves. */
const passing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;
