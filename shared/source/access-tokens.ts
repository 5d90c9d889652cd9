import type { Context } from "../kernel/context.ts";
import { sha256Text } from "../kernel/hash.ts";
import type { Allowance } from "./allowance.ts";
import type { Credentials } from "./instance.ts";
import type { RetryingHttp } from "./retrying-http.ts";
import { type SharedTokens, type TokenState, tokenClaimLife } from "./shared-tokens.ts";
import { type ReadScope, readScopes, requestToken, type TokenAnswer } from "./token-request.ts";

export type AccessToken = {
  readonly value: string;
  /** Rises with each new token. A 401 for an older token says nothing about a newer one. */
  readonly generation: number;
  /** `requestedAt` and `renewAt` are in unix ms of our clock. */
  readonly requestedAt: number;
  readonly renewAt: number;
};

export type AccessTokenAnswer =
  | { readonly outcome: "ok"; readonly token: AccessToken }
  | Exclude<TokenAnswer, { outcome: "ok" }>;

type Parts = Context & {
  readonly http: RetryingHttp;
  /** Absent if no other worker uses the credentials. */
  readonly sharedTokens?: SharedTokens;
};

/** The time (ms), before jitter, between two checks for a token that another worker is requesting. */
const lookGap = 500;

type Entry = {
  readonly id: string;
  scope: ReadScope;
  token: AccessToken | undefined;
  pending: Promise<AccessTokenAnswer> | undefined;
};

/** A request for a token newer than generation `refused`. */
type Wanted = {
  readonly entry: Entry;
  readonly instance: string;
  readonly pair: Credentials;
  readonly allowance: Allowance;
  readonly refused: number;
};

/**
 * Access tokens per instance and credential pair (hazard 57). One worker at a time requests a token, and all workers
 * use it until shortly before it expires (hazard 59).
 */
export class AccessTokens {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();
  readonly #accepted = new WeakSet<AccessToken>();
  /** Entries by the caller's pair object. Callers use one object for many requests, so most requests need no digest. */
  readonly #known = new WeakMap<Credentials, { readonly instance: string; readonly entry: Entry }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns a token newer than generation `refused`, or why there is none. Each HTTP call for a token takes one request
   * of `allowance`.
   */
  async of(instance: string, pair: Credentials, allowance: Allowance, refused = 0): Promise<AccessTokenAnswer> {
    const entry = this.#entryOf(instance, pair);
    for (;;) {
      const { token } = entry;
      if (token !== undefined && token.generation > refused && token.renewAt > this.#parts.clock.now()) {
        return { outcome: "ok", token };
      }
      const { pending } = entry;
      if (pending === undefined) return this.#renew({ entry, instance, pair, allowance, refused });
      // The pending request spends another poll's allowance. If that allowance ran out, this poll requests a token
      // itself.
      const answer = await pending;
      const ranOut = answer.outcome === "exhausted" || (answer.outcome === "unavailable" && answer.cutShort === true);
      if (answer.outcome === "ok" ? answer.token.generation > refused : !ranOut) return answer;
    }
  }

  /**
   * Whether a 401 is the source's decision about the credentials, and not the result of a revoked token. A source may
   * revoke a token at any time, for example when it issues the next one. So a 401 is a decision only if the request was
   * refused before (`isRepeat`), no request with the token was accepted, and no worker has replaced the token or is
   * about to.
   */
  async isDecision(instance: string, pair: Credentials, token: AccessToken, isRepeat: boolean): Promise<boolean> {
    const entry = this.#entryOf(instance, pair);
    if (!isRepeat || this.#accepted.has(token) || entry.token !== token || entry.pending !== undefined) return false;
    const { sharedTokens: shared } = this.#parts;
    if (shared === undefined) return true;
    const state = await shared.of(instance);
    return state.generation <= token.generation && !shared.isClaimed(state);
  }

  accepted(token: AccessToken): void {
    this.#accepted.add(token);
  }

  async #renew(wanted: Wanted): Promise<AccessTokenAnswer> {
    const { entry } = wanted;
    const { sharedTokens: shared } = this.#parts;
    const newer =
      shared === undefined ? this.#request(wanted, entry.token?.generation ?? 0) : this.#sharedOrNew(shared, wanted);
    const pending = newer.finally(() => {
      entry.pending = undefined;
    });
    entry.pending = pending;
    return pending;
  }

  async #sharedOrNew(shared: SharedTokens, wanted: Wanted): Promise<AccessTokenAnswer> {
    const { clock, sleeper, randomness } = this.#parts;
    const { entry, instance, allowance, refused } = wanted;
    const waitsUntil = clock.now() + tokenClaimLife;
    for (;;) {
      const state = await shared.of(instance);
      const { token, generation } = state;
      if (token?.pair === entry.id && generation > refused && token.renewAt > clock.now()) {
        entry.scope = token.scope;
        const { value, requestedAt, renewAt } = token;
        entry.token = { value, generation, requestedAt, renewAt };
        return { outcome: "ok", token: entry.token };
      }
      if (allowance.left < 1 || clock.now() >= allowance.until) return { outcome: "exhausted" };
      const claim = shared.isClaimed(state) ? undefined : await shared.claim(instance, state);
      if (claim !== undefined) {
        const answer = await this.#claimed(shared, claim, wanted);
        if (answer !== undefined) return answer;
        continue;
      }
      if (clock.now() >= waitsUntil) return { outcome: "unavailable", status: undefined, retryAfterMs: undefined };
      await sleeper.sleep(lookGap * (0.5 + randomness.fraction()));
    }
  }

  /** Undefined if the claim expired during the request, and another worker has shared a token since. */
  async #claimed(shared: SharedTokens, claim: TokenState, wanted: Wanted): Promise<AccessTokenAnswer | undefined> {
    const { entry, instance, refused } = wanted;
    let answer: AccessTokenAnswer | undefined;
    try {
      answer = await this.#request(wanted, Math.max(claim.generation, refused));
    } finally {
      if (answer?.outcome !== "ok") await shared.release(instance, claim);
    }
    if (answer.outcome !== "ok") return answer;
    const { value, requestedAt, renewAt, generation } = answer.token;
    const token = { value, requestedAt, renewAt, scope: entry.scope, pair: entry.id };
    return (await shared.share(instance, claim, generation, token)) ? answer : undefined;
  }

  async #request({ entry, instance, pair, allowance }: Wanted, generation: number): Promise<AccessTokenAnswer> {
    // The scope that last worked comes first, because a refused scope would cost a request at every renewal.
    const scopes = [entry.scope, ...readScopes.filter((scope) => scope !== entry.scope)];
    for (const scope of scopes) {
      const answer = await requestToken(this.#parts.http, instance, pair, scope, allowance);
      if (answer.outcome === "invalidScope") continue;
      if (answer.outcome !== "ok") return answer;
      const { body, requestedAt } = answer;
      const token: AccessToken = {
        value: body.access_token,
        generation: generation + 1,
        requestedAt,
        renewAt: requestedAt + this.#usableFor(body.expires_in * 1_000),
      };
      entry.scope = scope;
      entry.token = token;
      return { outcome: "ok", token };
    }
    return { outcome: "invalidScope" };
  }

  /**
   * How long (ms) a token is used: its lifetime minus a margin. The margin is `tokenMargin` or, if that is shorter, a
   * tenth of the lifetime. Jitter keeps the instances of a process from renewing in the same second.
   */
  #usableFor(lifetime: number): number {
    const margin = Math.min(this.#parts.timings.tokenMargin, lifetime / 10);
    return Math.max(0, lifetime - margin * (1 + this.#parts.randomness.fraction() / 10));
  }

  #entryOf(instance: string, pair: Credentials): Entry {
    const known = this.#known.get(pair);
    if (known?.instance === instance) return known.entry;
    const { clientId, clientSecret } = pair;
    const id = sha256Text("base64url", instance, clientId, clientSecret);
    const fresh: Entry = { id, scope: readScopes[0], token: undefined, pending: undefined };
    const entry = this.#entries.get(id) ?? fresh;
    this.#entries.set(id, entry);
    this.#known.set(pair, { instance, entry });
    return entry;
  }
}
