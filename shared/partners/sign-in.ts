import * as z from "zod";
import { isLoopback } from "../kernel/loopback.ts";
import type { Person, Scope } from "./api-key.ts";

export function isSafeAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === "https:" || (protocol === "http:" && isLoopback(address));
}

/** In ascending order: each includes those before it. A person gets the highest access that any of their groups has. */
const accesses = ["read", "manage", "admin"] as const;

/** How operators sign in with OpenID Connect. */
export const signInOptions = z.strictObject({
  /** The identity provider: the address that `/.well-known/openid-configuration` is appended to. */
  issuer: z.url().max(1_024).refine(isSafeAddress, "must be an https address"),
  clientId: z.string().min(1).max(256),
  /** Some providers send groups only if the scope `groups` is requested. */
  scope: z
    .string()
    .max(1_024)
    .regex(/(^| )openid( |$)/, "must contain openid")
    .default("openid profile email"),
  /** The claim of the ID token that lists a person's groups. */
  groupsClaim: z.string().min(1).max(256).default("groups"),
  /** The access of each group's members. */
  groups: z
    .record(z.string().min(1).max(256), z.enum(accesses))
    .refine((groups) => Object.keys(groups).length > 0, "must name at least one group")
    .refine((groups) => Object.keys(groups).length <= 100, "can name at most 100 groups"),
  sessionHours: z.number().min(0.1).max(24).default(8),
});
export type SignInOptions = z.output<typeof signInOptions>;

/** The same options on AWS, where the deployment's KMS key seals the client secret. A public client has none. */
export const sealedSignInOptions = signInOptions.extend({
  clientSecretSealed: z.base64().min(1).max(8_192).optional(),
});

/** A claim of a different type counts as absent. */
const text = z.string().optional().catch(undefined);

const claims = z.looseObject({
  name: text,
  preferred_username: text,
  email: text,
  /** If absent, `email` counts as verified. Some providers send `true` as text. */
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .optional()
    .catch(false),
});

const emailAddress = z.email().max(254);

/** One group, or a list of groups. */
const groupNames = z.union([z.array(z.string()), z.string().transform((name) => [name])]).catch([]);

export type SignedIn =
  | { readonly outcome: "ok"; readonly person: Person; readonly access: Scope }
  /** `listed`: the number of groups in the claim. */
  | { readonly outcome: "no-group"; readonly listed: number }
  | { readonly outcome: "no-email" };

/** `idToken` contains the claims of a verified ID token. */
export function signedInAs(idToken: unknown, { groupsClaim, groups }: SignInOptions): SignedIn {
  const {
    name,
    preferred_username: userName,
    email,
    email_verified: isVerified = true,
    ...rest
  } = claims.parse(idToken);
  const own = groupNames.parse(rest[groupsClaim]);
  const allowed = new Set(own.flatMap((group) => (Object.hasOwn(groups, group) ? [groups[group]] : [])));
  const access = accesses.findLast((one) => allowed.has(one));
  if (access === undefined) return { outcome: "no-group", listed: own.length };
  const address = emailAddress.safeParse(isVerified ? email : undefined).data;
  if (address === undefined) return { outcome: "no-email" };
  // Some identity providers send no name.
  const shown = (name ?? userName ?? "").trim().slice(0, 128) || address.slice(0, 128);
  return { outcome: "ok", person: { name: shown, email: address }, access };
}
