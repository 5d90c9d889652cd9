import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
} from "openid-client";
import type { IdentityProvider, SignInChecks, SignInFailure } from "../../api/portal/sign-in.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import { isSafeAddress, type SignInOptions } from "../../partners/sign-in.ts";

/** How long (s) the identity provider may take for each of the up to three requests of a sign-in. */
const timeout = 5;
/** The largest accepted response, in bytes. */
const mostBytes = 256 * 1_024;
/** How long (ms) the identity provider's configuration and our secret are used before they are read again. */
const rediscoverAfter = 3_600_000;

type Parts = {
  readonly options: SignInOptions;
  /** Resolves to undefined for a public client. */
  readonly clientSecret: () => Promise<string | undefined>;
  readonly clock: Clock;
};

/** The client of an OpenID Connect identity provider. It also verifies the signature of ID tokens. */
export class OpenIdProvider implements IdentityProvider {
  readonly #parts: Parts;
  #found: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async begin({ redirectUri, state, nonce, verifier }: SignInChecks) {
    return orFailure(async () => {
      const address = buildAuthorizationUrl(await this.#configuration(), {
        ...{ redirect_uri: redirectUri, scope: this.#parts.options.scope, state, nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
      });
      return { outcome: "ok" as const, address: address.href };
    });
  }

  async end(answer: string, { redirectUri, state, nonce, verifier }: SignInChecks) {
    return orFailure(async () => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      try {
        const tokens = await authorizationCodeGrant(await this.#configuration(), new URL(answer, redirectUri), checks);
        const claims = tokens.claims();
        // `openid-client` checks this claim only if the token has several audiences.
        if (claims?.["azp"] !== undefined && claims["azp"] !== this.#parts.options.clientId)
          return { outcome: "invalid" as const, fault: "the ID token was issued to another client (azp)" };
        return { outcome: "ok" as const, claims };
      } catch (error) {
        // Our secret may have been replaced, so the next sign-in reads it again.
        if (error instanceof ResponseBodyError && error.error === "invalid_client") this.#found = undefined;
        throw error;
      }
    });
  }

  #configuration(): Promise<Configuration> {
    const now = this.#parts.clock.now();
    if (this.#found !== undefined && Math.abs(now - this.#found.at) < rediscoverAfter) return this.#found.configuration;
    const found = { configuration: this.#discover(), at: now };
    this.#found = found;
    found.configuration.catch(() => {
      // The next sign-in tries again.
      if (this.#found === found) this.#found = undefined;
    });
    return found.configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId } = this.#parts.options;
    const secret = await this.#parts.clientSecret();
    // oxlint-disable-next-line typescript/no-deprecated -- Deprecated only to stand out; boundedFetch limits http.
    const local = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
    const found = await discovery(new URL(issuer), clientId, {}, secret === undefined ? None() : withSecret(secret), {
      ...{ timeout, [customFetch]: boundedFetch },
      execute: [enableNonRepudiationChecks, ...local],
    });
    // The browser opens this address, so `boundedFetch` never sees it.
    if (!isSafeAddress(found.serverMetadata().authorization_endpoint ?? "")) throw new TypeError(unsafeAddress);
    return found;
  }
}

/** Sends the secret in the way that the identity provider supports. */
const withSecret =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const { token_endpoint_auth_methods_supported: supported = ["client_secret_basic"] } = server;
    const authenticate = supported.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    authenticate(secret)(server, ...request);
  };

const unsafeAddress = "the identity provider named an address without https";

/**
 * Limits the size of responses. Requires https, or an address on this machine, whatever the discovered configuration
 * names.
 */
const boundedFetch: CustomFetch = async (url, { body, headers, method, redirect, signal }) => {
  if (!isSafeAddress(url)) throw new TypeError(unsafeAddress);
  const response = await fetch(url, {
    ...{ headers, method, redirect },
    // Only the token request has a body.
    ...(body instanceof URLSearchParams && { body }),
    ...(signal !== undefined && { signal }),
  });
  const sent: AsyncIterable<Uint8Array> | null = response.body;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of sent ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new TypeError(`a response is larger than ${mostBytes} bytes`);
    parts.push(part);
  }
  return new Response(parts.length === 0 ? null : Buffer.concat(parts), response);
};

async function orFailure<T>(work: () => Promise<T>): Promise<T | SignInFailure> {
  try {
    return await work();
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Reports only text that can't contain a token. The causes of `openid-client`'s errors contain responses, so they are
 * left out.
 */
function failureOf(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description = "" } = error;
    return { outcome: "refused", fault: `${code} ${description}`.slice(0, 256).trim() };
  }
  if (error instanceof ClientError) {
    const { code = "", message } = error;
    return { outcome: unreachable.has(code) ? "unreachable" : "invalid", fault: `${code} ${message}`.trim() };
  }
  // `fetch` throws a TypeError if there is no response.
  if (error instanceof TypeError) {
    const { message, cause } = error;
    return { outcome: "unreachable", fault: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
  throw error;
}

const unreachable = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);
