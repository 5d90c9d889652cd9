import { sha256Text } from "../kernel/hash.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import type { Allowance } from "./allowance.ts";
import type { Credentials } from "./instance.ts";
import type { RetryingHttp } from "./retrying-http.ts";
import { type ReadScope, readScopes, requestToken, type TokenAnswer } from "./token-request.ts";

export type AccessToken = {
  readonly value: string;
  /** Rises with every token of the pair: a 401 on an older token says nothing about a newer one. */
  readonly generation: number;
  /** Unix ms of our clock when the token was requested. */
  readonly requestedAt: number;
  /** Unix ms of our clock from which on the token isn't used any more. */
  readonly renewAt: number;
};

export type AccessTokenAnswer =
  | { readonly outcome: "token"; readonly token: AccessToken }
  | Exclude<TokenAnswer, { outcome: "token" }>;

export type AccessTokensParts = {
  readonly http: RetryingHttp;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** A token is renewed this long (ms) before it expires. */
  readonly margin: number;
};

type Entry = { scope: ReadScope; token: AccessToken | undefined; pending: Promise<AccessTokenAnswer> | undefined };

/** Access tokens per instance and credential pair (hazard 57): each is requested once and used until shortly before it expires (hazard 59). */
export class AccessTokens {
  readonly #parts: AccessTokensParts;
  readonly #entries = new Map<string, Entry>();
  /** Entries by the pair as the caller holds it: that stays the same object for many requests, so most need no digest. */
  readonly #known = new WeakMap<Credentials, { readonly instance: string; readonly entry: Entry }>();

  constructor(parts: AccessTokensParts) {
    this.#parts = parts;
  }

  /** Returns a usable token that is newer than generation `refused`, or why there is none. Spends the allowance if it has to request one. */
  async of(instance: string, pair: Credentials, allowance: Allowance, refused = 0): Promise<AccessTokenAnswer> {
    const entry = this.#entryOf(instance, pair);
    for (;;) {
      const { token } = entry;
      if (token !== undefined && token.generation > refused && token.renewAt > this.#parts.clock.now()) {
        return { outcome: "token", token };
      }
      const { pending } = entry;
      if (pending === undefined) return this.#renew(entry, instance, pair, allowance);
      // Another poll is requesting one already. Its answer is ours too, unless it ran out of its own allowance.
      const answer = await pending;
      if (answer.outcome === "token" ? answer.token.generation > refused : answer.outcome !== "exhausted")
        return answer;
    }
  }

  async #renew(entry: Entry, instance: string, pair: Credentials, allowance: Allowance): Promise<AccessTokenAnswer> {
    const pending = this.#request(entry, instance, pair, allowance).finally(() => {
      entry.pending = undefined;
    });
    entry.pending = pending;
    return pending;
  }

  async #request(entry: Entry, instance: string, pair: Credentials, allowance: Allowance): Promise<AccessTokenAnswer> {
    // Tries the scope that worked last first: trying the other one again would cost a request per renewal.
    const scopes = [entry.scope, ...readScopes.filter((scope) => scope !== entry.scope)];
    for (const scope of scopes) {
      const answer = await requestToken(this.#parts.http, instance, pair, scope, allowance);
      if (answer.outcome === "invalidScope") continue;
      if (answer.outcome !== "token") return answer;
      const { body, requestedAt } = answer;
      const token: AccessToken = {
        value: body.access_token,
        generation: (entry.token?.generation ?? 0) + 1,
        requestedAt,
        renewAt: requestedAt + this.#usableFor(body.expires_in * 1_000),
      };
      entry.scope = scope;
      entry.token = token;
      return { outcome: "token", token };
    }
    return { outcome: "invalidScope" };
  }

  /** The jitter spreads renewals: without it every worker would renew in the same second. */
  #usableFor(lifetime: number): number {
    const margin = Math.min(this.#parts.margin, lifetime / 10);
    return Math.max(0, lifetime - margin * (1 + this.#parts.randomness.fraction() / 10));
  }

  #entryOf(instance: string, pair: Credentials): Entry {
    const known = this.#known.get(pair);
    if (known?.instance === instance) return known.entry;
    const { clientId, clientSecret } = pair;
    const key = sha256Text("base64url", instance, clientId, clientSecret);
    const entry = this.#entries.get(key) ?? { scope: readScopes[0], token: undefined, pending: undefined };
    this.#entries.set(key, entry);
    this.#known.set(pair, { instance, entry });
    return entry;
  }
}
