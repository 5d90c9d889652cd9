import type { JsonObject } from "../../kernel/json.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { destinationNotAllowed, parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import { parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import { normaliseSigningSecret } from "../../subscriptions/signing-secret.ts";
import type { ApiServices } from "../api-services.ts";
import type { FieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import { headerErrors } from "./header-settings.ts";

type Given = {
  readonly url?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly instances?: readonly string[] | null | undefined;
  readonly secret?: string | undefined;
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
};
type Rules = Pick<
  ApiServices,
  "instances" | "allowInsecureEndpoints" | "ownDomains" | "ownUrl" | "vetDestination" | "logger"
>;

/**
 * Checks what a schema can't: whether the address is allowed, the filter compiles, the instances exist, the headers may
 * be sent and the secret is valid. Returns the address and secret in their normal form, and the warnings. Throws
 * RequestError with every error.
 */
export async function checkSettings(given: Given, { access }: Caller, rules: Rules) {
  const { instances } = rules;
  const errors: FieldError[] = [];
  const { url, error, warning } = await judgedUrl(given.url, rules);
  if (error !== undefined) errors.push({ field: "url", message: error });
  errors.push(...filterErrors(given.filter), ...headerErrors(given.headers));
  const registered = await Promise.all(
    (given.instances ?? []).map(async (name) => (mayHave(access, name) ? instances.find(name) : undefined)),
  );
  for (const [index, instance] of registered.entries()) {
    if (instance === undefined) errors.push({ field: `instances.${index}`, message: "must be a registered instance" });
  }
  const secret = given.secret === undefined ? undefined : normaliseSigningSecret(given.secret);
  if (given.secret !== undefined && secret === undefined) {
    errors.push({ field: "secret", message: "must be whsec_ followed by 24 to 64 bytes in base64" });
  }
  if (errors.length > 0) throw RequestError.invalid(errors);
  return { url, secret, warnings: warning === undefined ? [] : [{ field: "url", message: warning }] };
}

/** Returns the normalized address. Its host is also resolved and checked now, and again for every connection. */
export async function judgedUrl(
  given: string | undefined,
  { allowInsecureEndpoints: allowInsecure, ownDomains, ownUrl, vetDestination, logger }: Omit<Rules, "instances">,
): Promise<{ readonly url?: string; readonly error?: string; readonly warning?: string }> {
  if (given === undefined) return {};
  const parsed = parseEndpointUrl(given, { allowInsecure, ownDomains, ownUrl });
  if (parsed.outcome === "refused") {
    if (parsed.message === destinationNotAllowed) logger.warn("destination.refused", { detail: "not a public name" });
    return { error: parsed.message };
  }
  const { url } = parsed;
  const vetted = await vetDestination(url);
  if (vetted === "refused") return { error: destinationNotAllowed };
  return vetted === "unresolved" ? { url, warning: "has a host name that currently doesn't resolve" } : { url };
}

/**
 * The errors of a filter; none if there is no filter. A new filter has a lower limit on its complexity than stored
 * ones.
 */
export function filterErrors(filter: JsonObject | undefined): readonly FieldError[] {
  if (filter === undefined) return [];
  const parsed = parseEventPattern(filter);
  const issues = parsed.outcome === "invalid" ? parsed.issues : [parsed.excess].flatMap((excess) => excess ?? []);
  return issues.map(({ path, message }) => ({ field: path === "" ? "filter" : `filter.${path}`, message }));
}
