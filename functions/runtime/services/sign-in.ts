import type { SignIn } from "../../../shared/api/portal/sign-in.ts";
import { operatorPartner, partnerPartition } from "../../../shared/partners/partner-key.ts";
import type { SignInOptions } from "../../../shared/partners/sign-in.ts";
import type { Container } from "../container.ts";
import { secretBox } from "./source.ts";

export type SignInSettings = {
  readonly options: SignInOptions;
  /** Resolves with undefined for a public client. */
  readonly clientSecret: () => Promise<string | undefined>;
};

/**
 * Single sign-on for operators. The first sign-in loads the OpenID client, because most bridges don't use single
 * sign-on.
 */
export function signInWith({ context, get }: Container, settings: SignInSettings): SignIn {
  const { clock } = context;
  const load = async () => {
    const { OpenIdProvider } = await import("../../../shared/adapters/openid/openid-provider.ts");
    return new OpenIdProvider({ ...settings, clock });
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    options: settings.options,
    provider: () => (loading ??= load()),
    codeOf: (...parts) => get(secretBox).codeOf(partnerPartition(operatorPartner), "sign-in", ...parts),
  };
}
