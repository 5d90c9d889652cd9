import type { JsonObject } from "../../kernel/json.ts";
import { parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import { parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import { normaliseSigningSecret } from "../../subscriptions/signing-secret.ts";
import type { ApiServices } from "../api-services.ts";
import type { FieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";

type Given = {
  readonly url?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly instances?: readonly string[] | null | undefined;
  readonly secret?: string | undefined;
};
type Rules = Pick<ApiServices, "instances" | "allowInsecureEndpoints">;

/**
 * What a schema can't say about a subscription: whether its address may be dialled, its filter compiles, its instances
 * exist and its secret is one. Returns address and secret in their normal form; throws RequestError with every fault.
 */
export async function checkSettings(given: Given, { instances, allowInsecureEndpoints }: Rules) {
  const errors: FieldError[] = [];
  let url = given.url;
  if (url !== undefined) {
    const parsed = parseEndpointUrl(url, { allowInsecure: allowInsecureEndpoints });
    if (parsed.outcome === "accepted") url = parsed.url;
    else errors.push({ field: "url", message: parsed.message });
  }
  errors.push(...filterErrors(given.filter));
  const registered = await Promise.all((given.instances ?? []).map(async (name) => instances.find(name)));
  for (const [index, instance] of registered.entries()) {
    if (instance === undefined) errors.push({ field: `instances.${index}`, message: "is not a registered instance" });
  }
  const secret = given.secret === undefined ? undefined : normaliseSigningSecret(given.secret);
  if (given.secret !== undefined && secret === undefined) {
    errors.push({ field: "secret", message: "must be whsec_ and base64 of 24 to 64 bytes" });
  }
  if (errors.length > 0) throw RequestError.invalid(errors);
  return { url, secret };
}

/** What is wrong with a filter; absent is right. */
export function filterErrors(filter: JsonObject | undefined): readonly FieldError[] {
  if (filter === undefined) return [];
  const parsed = parseEventPattern(filter);
  const issues = parsed.outcome === "invalid" ? parsed.issues : [];
  return issues.map(({ path, message }) => ({ field: path === "" ? "filter" : `filter.${path}`, message }));
}
