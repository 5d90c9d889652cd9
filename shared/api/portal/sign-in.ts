import type { SignInOptions } from "../../partners/sign-in.ts";

/** The values that bind the identity provider's response to the browser that began the sign-in. */
export type SignInChecks = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** `fault` is for the log. It contains no token, code or secret. */
export type SignInFailure = { readonly outcome: "unreachable" | "refused" | "invalid"; readonly fault: string };

export type IdentityProvider = {
  /** `address` is the URL where the person signs in. */
  begin(checks: SignInChecks): Promise<{ readonly outcome: "ok"; readonly address: string } | SignInFailure>;
  /** Exchanges the authorization code in `answer`, the query of the callback, for the claims of a verified ID token. */
  end(
    answer: string,
    checks: SignInChecks,
  ): Promise<{ readonly outcome: "ok"; readonly claims: unknown } | SignInFailure>;
};

export type SignIn = {
  readonly options: SignInOptions;
  readonly provider: () => Promise<IdentityProvider>;
  /** A code that only this bridge can make from these parts. */
  readonly codeOf: (...parts: readonly string[]) => Promise<string>;
};
