import type { SignInOptions } from "../../partners/sign-in.ts";

/** The values that bind the identity provider's response to the browser that began the sign-in. */
export type SignInChecks = {
  /** The URL that the identity provider sends the browser back to. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
};

/** `fault` tells the log what went wrong. It contains no token, code or secret. */
export type SignInFailure = { readonly outcome: "unreachable" | "refused" | "invalid"; readonly fault: string };

/** An OpenID Connect identity provider. */
export type IdentityProvider = {
  /** The URL where the person signs in. */
  begin(checks: SignInChecks): Promise<{ readonly outcome: "ok"; readonly address: string } | SignInFailure>;
  /** Exchanges the authorization code in `answer`, the query of the callback, for the claims of a verified ID token. */
  end(
    answer: string,
    checks: SignInChecks,
  ): Promise<{ readonly outcome: "ok"; readonly claims: unknown } | SignInFailure>;
};

/** Single sign-on for operators. */
export type SignIn = {
  readonly options: SignInOptions;
  /** Loads the identity provider's client, which only a sign-in needs. */
  readonly provider: () => Promise<IdentityProvider>;
  /** A code that only this bridge can make from these parts. */
  readonly codeOf: (...parts: readonly string[]) => Promise<string>;
};
