import { defined } from "../kernel/defined.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Turns } from "../kernel/ports/turns.ts";
import { httpDate } from "../kernel/retry-after.ts";
import { type AccessToken, AccessTokens } from "./access-tokens.ts";
import type { Allowance } from "./allowance.ts";
import { arrayOf, objectOf, problemOf, sourcePageOf } from "./answer-bodies.ts";
import { ClockOffsets } from "./clock-skew.ts";
import { CredentialOrder, type CredentialSource, type StoredCredentials } from "./credential-store.ts";
import type { Credentials } from "./instance.ts";
import { queryOf } from "./path-of.ts";
import { type Exchange, type Read, RetryingHttp, type RetryingHttpParts } from "./retrying-http.ts";
import type { SharedTokens } from "./shared-tokens.ts";
import type { Moment, Source, SourceAnswer, SourcePage, SourceRequest } from "./source.ts";
import type { SourceHttpAnswer } from "./source-http.ts";

export type SourceFactoryParts = RetryingHttpParts & {
  readonly registry: CredentialSource;
  /** Absent if no other worker uses the credentials. */
  readonly sharedTokens?: SharedTokens;
  /** Reads long bodies step by step, so that other work can run in between. */
  readonly turns: Turns;
};

/** The factory keeps tokens and clock offsets in memory, so a process uses one factory for all polls. */
export class SourceFactory {
  readonly #client: ClientParts;

  constructor(parts: SourceFactoryParts) {
    const http = new RetryingHttp(parts);
    this.#client = {
      ...parts,
      http,
      tokens: new AccessTokens({ ...parts, http }),
      order: new CredentialOrder(parts),
      offsets: new ClockOffsets(parts.timings.clockOffsetWindow),
    };
  }

  open(instance: string, allowance: Allowance): Source {
    return new SourceClient(this.#client, instance, allowance);
  }

  /** Whether a new request to the instance would wait longer than about 10 s for its turn in this process. */
  isBehind(instance: string): boolean {
    return this.#client.http.isBehind(instance);
  }

  /** In unix ms of the server's clock; undefined before the first response with a `Date`. */
  serverTimeOf(instance: string, localMs: number): number | undefined {
    const offset = this.#client.offsets.of(instance);
    return offset === undefined ? undefined : localMs + offset;
  }
}

type Answer = Extract<SourceHttpAnswer, { outcome: "answered" }>;
type Answered<T> = Extract<Exchange<T>, { outcome: "answered" }>;

/**
 * A token younger than this (ms) isn't replaced after a 403. Without this limit, a route that stays forbidden would
 * cost a token per request (docs/partner-api.md#token-reuse).
 */
const freshFor = 60_000;
/**
 * The most tokens to try for one request. If a client may have only one live token, other workers may replace each
 * token before the request arrives.
 */
const mostTokens = 4;
/** `Date` has whole seconds, so the real time may be up to this much later (ms). */
const dateStep = 1_000;

type ClientParts = Omit<SourceFactoryParts, "http"> & {
  readonly http: RetryingHttp;
  readonly tokens: AccessTokens;
  readonly order: CredentialOrder;
  readonly offsets: ClockOffsets;
};

class SourceClient implements Source {
  readonly #parts: ClientParts;
  readonly #instance: string;
  readonly #allowance: Allowance;

  constructor(parts: ClientParts, instance: string, allowance: Allowance) {
    this.#parts = parts;
    this.#instance = instance;
    this.#allowance = allowance;
  }

  page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    const listOf = request.path === "/document/folder" ? arrayOf : sourcePageOf;
    return this.#ask(request, (answer) => this.#parts.turns.run(this.#instance, listOf(answer)));
  }

  one(request: SourceRequest): Promise<SourceAnswer<JsonObject>> {
    return this.#ask(request, objectOf);
  }

  async #ask<T>(request: SourceRequest, read: Read<T>): Promise<SourceAnswer<T>> {
    const { order, logger } = this.#parts;
    for (;;) {
      const pair = await order.best(this.#instance);
      if (pair === undefined) return { outcome: "revoked" };
      const answer = await this.#askAs(pair, request, read);
      if (answer.outcome === "revoked") {
        logger.warn("source.credentials_refused", { instance: this.#instance, slot: pair.slot });
        order.refuse(this.#instance, pair);
        continue;
      }
      const refused = answer.outcome === "forbidden" || answer.outcome === "unauthorized";
      // While another pair exists, the refusal of a `next` pair says nothing about the connection.
      if (refused && pair.slot === "next" && (await order.hasOther(this.#instance, pair))) {
        order.refuse(this.#instance, pair);
        continue;
      }
      if (answer.outcome === "ok" && pair.slot === "next") {
        await this.#prove(pair.credentials);
      }
      return answer;
    }
  }

  async #prove(pair: Credentials): Promise<void> {
    try {
      await this.#parts.registry.promote(this.#instance, pair);
      this.#parts.order.forget(this.#instance);
    } catch (error) {
      // The next response proves the pair again, so a failed write must not discard this good response.
      this.#parts.logger.error("source.promotion_failed", error, { instance: this.#instance });
    }
  }

  async #askAs<T>({ credentials }: StoredCredentials, request: SourceRequest, read: Read<T>): Promise<SourceAnswer<T>> {
    const { tokens } = this.#parts;
    let refused = 0;
    for (let attempt = 1; ; attempt += 1) {
      const got = await tokens.of(this.#instance, credentials, this.#allowance, refused);
      switch (got.outcome) {
        case "ok":
          break;
        case "invalidClient":
          return { outcome: "revoked" };
        case "invalidScope":
          return { outcome: "forbidden" };
        case "exhausted":
          return { outcome: "exhausted" };
        case "unavailable":
          return got;
      }
      const exchange = await this.#exchange(got.token, request, read);
      if (exchange.outcome !== "answered") return exchange;
      if (exchange.value !== undefined) tokens.accepted(got.token);
      if (attempt < mostTokens && (await this.#wantsOther(exchange.answer, got.token, credentials, attempt > 1))) {
        refused = got.token.generation;
        continue;
      }
      return this.#answerOf(exchange, request);
    }
  }

  /** Whether a different token might help (hazards 60, 62). A 403 without a problem document comes from a proxy. */
  async #wantsOther(answer: Answer, token: AccessToken, pair: Credentials, isRepeat: boolean): Promise<boolean> {
    if (answer.status === 401) return !(await this.#parts.tokens.isDecision(this.#instance, pair, token, isRepeat));
    const isStale = this.#parts.clock.now() - token.requestedAt >= freshFor;
    return !isRepeat && answer.status === 403 && problemOf(answer) !== undefined && isStale;
  }

  #exchange<T>(token: AccessToken, { path, query, skim }: SourceRequest, read: Read<T>): Promise<Exchange<T>> {
    const { http } = this.#parts;
    return http.send(
      this.#instance,
      {
        method: "GET",
        path: `/${this.#instance}/api/v1/en${path}${queryOf(query)}`,
        headers: { authorization: `Bearer ${token.value}`, accept: "application/json, application/problem+json" },
        ...defined({ skim }),
      },
      this.#allowance,
      read,
    );
  }

  #answerOf<T>(exchange: Answered<T>, request: SourceRequest): SourceAnswer<T> {
    const { answer, value } = exchange;
    const { status } = answer;
    const moment = this.#momentOf(exchange);
    // The records are published with U+FFFD in place of the invalid bytes. Refusing them would hold up their whole
    // list.
    if (answer.invalidUtf8 === true)
      this.#parts.logger.warn("source.invalid_utf8", { instance: this.#instance, path: request.path });
    if (value !== undefined) return { outcome: "ok", value, moment };
    const problem = problemOf(answer);
    const { type, errorType } = problem ?? {};
    const refusal = { instance: this.#instance, path: request.path, status, type, errorType };
    // Records and owners may be gone, or may never have existed (docs/partner-api.md#unresolved-owner). A warning for
    // each would hide the warnings that an operator must read.
    if (status === 404 || (status === 422 && problem !== undefined)) this.#parts.logger.info("source.refused", refusal);
    else this.#parts.logger.warn("source.refused", refusal);
    if (status === 401) return { outcome: "unauthorized" };
    if (status === 404) return { outcome: "notFound", problem: problem !== undefined, moment };
    if (problem !== undefined) {
      if (status === 400) return { outcome: "badRequest" };
      if (status === 403) return { outcome: "forbidden" };
      if (status === 422) return { outcome: "unprocessable" };
    }
    return { outcome: "unavailable", status, retryAfterMs: undefined };
  }

  /**
   * A response without a `Date` is treated as if it were as old as its request. A moment that is too old costs another
   * read; a moment that is too new hides changes.
   */
  #momentOf({ answer, startedAt, receivedAt }: Answered<unknown>): Moment {
    const { offsets } = this.#parts;
    const date = httpDate(answer.headers["date"]);
    if (date !== undefined) offsets.observe(this.#instance, date, receivedAt);
    const began = startedAt + (offsets.of(this.#instance) ?? 0);
    // A request never begins after its response, even if our clock is set back.
    const beganAt = date === undefined ? began : Math.min(began, date + dateStep);
    return { beganAt, asOf: date ?? beganAt };
  }
}
