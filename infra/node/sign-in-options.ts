import * as z from "zod";
import { isSafeAddress, type SignInOptions, signInOptions } from "../../shared/partners/sign-in.ts";
import { secretFromFile } from "./secrets-from-environment.ts";

export const signInFile = signInOptions.extend({ clientSecretFile: z.string().min(1).optional() });

export function withSignInSecret(signIn: z.output<typeof signInFile> | undefined) {
  if (signIn === undefined) return {};
  const { clientSecretFile: path, ...rest } = signIn;
  return { signIn: rest, ...(path !== undefined && { signInSecret: secretFromFile(path, "signIn.clientSecretFile") }) };
}

type Given = {
  readonly signIn?: SignInOptions | undefined;
  readonly signInSecret?: string | undefined;
  readonly portalUrl?: string | undefined;
};

/** The option that is wrong for single sign-on, and its error. */
export function signInFault({
  signIn,
  signInSecret,
  portalUrl,
}: Given): readonly [path: string, message: string] | undefined {
  if (signIn === undefined)
    return signInSecret === undefined ? undefined : ["signIn", "is missing, but its client secret is set"];
  if (portalUrl === undefined) return ["portalUrl", "is required for signIn, which sends people back to this address"];
  return isSafeAddress(portalUrl) ? undefined : ["portalUrl", "must be https for signIn"];
}
