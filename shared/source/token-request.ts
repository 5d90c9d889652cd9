import type { Allowance } from "./allowance.ts";
import { oauthErrorOf, type TokenBody, tokenOf } from "./answer-bodies.ts";
import type { Credentials } from "./instance.ts";
import type { Exchange, RetryingHttp } from "./retrying-http.ts";

/**
 * The read scopes, in the order in which they are tried for new credentials. Plain credentials have the first, and
 * on-behalf credentials have the second (docs/partner-api.md#scopes, hazard 58).
 */
export const readScopes = ["read", "act-as-user:read"] as const;
export type ReadScope = (typeof readScopes)[number];

/** The bridge never writes, and only reports whether it could. */
export const writeScopes = { read: "write", "act-as-user:read": "act-as-user:write" } as const;
type Scope = ReadScope | (typeof writeScopes)[ReadScope];

export type TokenAnswer =
  | { readonly outcome: "ok"; readonly body: TokenBody; readonly requestedAt: number }
  | { readonly outcome: "invalidClient" | "invalidScope" | "exhausted" }
  | Extract<Exchange<never>, { outcome: "unavailable" }>;

/** Uses HTTP Basic first, as the source recommends (docs/partner-api.md#token-request). */
export async function requestToken(
  http: RetryingHttp,
  instance: string,
  pair: Credentials,
  scope: Scope,
  allowance: Allowance,
): Promise<TokenAnswer> {
  const first = await grant(http, instance, { authorization: basic(pair) }, { scope }, allowance);
  if (first.outcome !== "invalidClient" || isPlain(pair)) return first;
  // Servers disagree on whether Basic form-encodes special characters (RFC 6749 §2.3.1); form fields are unambiguous.
  return grant(http, instance, {}, { scope, client_id: pair.clientId, client_secret: pair.clientSecret }, allowance);
}

async function grant(
  http: RetryingHttp,
  instance: string,
  headers: { readonly [name: string]: string },
  fields: { readonly scope: Scope; readonly client_id?: string; readonly client_secret?: string },
  allowance: Allowance,
): Promise<TokenAnswer> {
  const exchange = await http.send(
    instance,
    {
      method: "POST",
      path: `/${instance}/auth/api/v1/token`,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({ grant_type: "client_credentials", ...fields }).toString(),
    },
    allowance,
    tokenOf,
  );
  if (exchange.outcome === "exhausted") return exchange;
  if (exchange.outcome === "unavailable") {
    // The unreadable text is left out, because a truncated token response may contain a token.
    const { status, retryAfterMs, cutShort } = exchange;
    return { outcome: "unavailable", status, retryAfterMs, ...(cutShort && { cutShort }) };
  }
  const { answer, value: body, startedAt } = exchange;
  if (body !== undefined) {
    if (body.scope?.split(" ").includes(fields.scope) === false) return { outcome: "invalidScope" };
    return { outcome: "ok", body, requestedAt: startedAt };
  }
  switch (oauthErrorOf(answer)) {
    case "invalid_client":
      return { outcome: "invalidClient" };
    case "invalid_scope":
      return { outcome: "invalidScope" };
    default:
      return { outcome: "unavailable", status: answer.status, retryAfterMs: undefined };
  }
}

/** Form-encodes the id and the secret (RFC 6749 §2.3.1). Without this, a colon in the id would end the id. */
function basic({ clientId, clientSecret }: Credentials): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice("text=".length);

const isPlain = ({ clientId, clientSecret }: Credentials): boolean =>
  formEncoded(clientId) === clientId && formEncoded(clientSecret) === clientSecret;
