import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { type HeaderFault, headerFaults, normalHeaderName } from "../../subscriptions/custom-headers.ts";
import { destinationFaults, keepsOrder } from "../../subscriptions/destination.ts";
import { destinationNotAllowed, parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import {
  kindOf,
  type Subscription,
  type SubscriptionKind,
  type SubscriptionSettings,
} from "../../subscriptions/subscription.ts";
import type { Signing } from "../../subscriptions/subscription-secrets.ts";
import type { ApiServices } from "../api-services.ts";
import { filterErrors } from "../filters/filter-warnings.ts";
import type { FieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import type { SubscriptionPatch } from "./subscription-schemas.ts";

type Given = Pick<SubscriptionPatch, "url" | "filter" | "instances" | "headers">;

/**
 * Checks what a schema can't. Returns the normalized address and the warnings. Throws one RequestError that lists all
 * errors.
 */
export async function checkSettings(given: Given, { access }: Caller, services: ApiServices) {
  const errors: FieldError[] = [];
  const { url, error, warning } = await judgedUrl(given.url, services);
  if (error !== undefined) errors.push({ field: "url", message: error });
  errors.push(...filterErrors(given.filter ?? undefined));
  errors.push(...headerFaults(givenHeaders(given.headers)).map(headerError));
  const registered = await Promise.all(
    (given.instances ?? []).map(async (name) => (mayHave(access, name) ? services.instances.find(name) : undefined)),
  );
  for (const [index, instance] of registered.entries()) {
    if (instance === undefined) errors.push({ field: `instances.${index}`, message: "must be a registered instance" });
  }
  if (errors.length > 0) throw RequestError.invalid(errors);
  return { url, warnings: warning === undefined ? [] : [{ field: "url", message: warning }] };
}

/**
 * `error`: the address isn't allowed. `warning`: its host doesn't resolve. The host is checked again for every
 * connection.
 */
export async function judgedUrl(
  given: string | undefined,
  { allowInsecureEndpoints: allowInsecure, ownDomains, ownUrl, vetDestination, logger }: ApiServices,
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

export function givenHeaders(given: SubscriptionPatch["headers"]): (readonly [name: string, value: string])[] {
  return Object.entries(given ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[normalHeaderName(name), value] as const],
  );
}

export function headerError({ name, message }: HeaderFault): FieldError {
  return { field: name === "" ? "headers" : `headers.${name}`, message };
}

type Kinded = Pick<SubscriptionPatch, "kind" | "ordered" | "url" | "destination">;

/** The settings that only subscriptions of some kinds have. */
const ofSome = [
  ...["url", "destination", "ordered", "headers", "secret", "signing", "format"],
  ...["timeoutSeconds", "maxConcurrency", "ratePerSecond"],
] as const;

const ofWebhooks = ["url", "headers", "secret", "signing", "timeoutSeconds"] as const;

const kinds: {
  readonly [kind in SubscriptionKind]: {
    readonly noun: string;
    readonly needs?: "url" | "destination";
    readonly lacks: readonly (typeof ofSome)[number][];
  };
} = {
  push: { noun: "webhooks", needs: "url", lacks: ["destination"] },
  pull: { noun: "a pull subscription", lacks: ofSome },
  sqs: { noun: "an sqs subscription", needs: "destination", lacks: ofWebhooks },
  eventbridge: { noun: "an eventbridge subscription", needs: "destination", lacks: ofWebhooks },
  s3: { noun: "an s3 subscription", needs: "destination", lacks: ofWebhooks },
};

export function kindErrors(given: { readonly [name in (typeof ofSome)[number]]?: unknown } & Kinded): FieldError[] {
  const { noun, needs, lacks } = kinds[given.kind ?? "push"];
  return [
    ...(needs === undefined || given[needs] !== undefined ? [] : [{ field: needs, message: "is required" }]),
    ...lacks.flatMap((field) => (given[field] === undefined ? [] : [{ field, message: `must be absent for ${noun}` }])),
  ];
}

export function destinationErrors(
  { destination: to, ordered = false }: Pick<SubscriptionSettings, "destination" | "ordered">,
  { access }: Caller,
  { awsPrincipal }: ApiServices,
): FieldError[] {
  if (to === undefined) return [];
  if (awsPrincipal === undefined)
    return [{ field: "kind", message: "isn't available, because the operator hasn't enabled deliveries to AWS" }];
  const faults = destinationFaults(to, access.partner === operatorPartner);
  return [
    ...faults.map(({ field, message }) => ({ field: `destination.${field}`, message })),
    ...(ordered && !keepsOrder(to) ? [{ field: "ordered", message: "needs a webhook or a FIFO queue" }] : []),
  ];
}

export function ownSecretErrors(given: {
  readonly secret?: string | undefined;
  readonly signing?: Signing | undefined;
}): FieldError[] {
  if (given.secret === undefined || given.signing !== "ed25519") return [];
  return [{ field: "secret", message: "must be absent with ed25519, because the private key never leaves Feedhook" }];
}

/**
 * Neither `kind` nor `ordered` can change, because deliveries that wait under the old setting don't work under the new
 * one.
 */
export function kindChangeErrors(current: Subscription, patch: SubscriptionPatch): FieldError[] {
  const { ordered = false } = current;
  const kind = kindOf(current);
  const fixed = "can't be changed. Create another subscription and delete this one";
  const ofKind = kindErrors({ url: current.url, destination: current.destination, ...patch, kind });
  return [
    ...(patch.kind === undefined || patch.kind === kind ? [] : [{ field: "kind", message: fixed }]),
    ...(patch.ordered === undefined || patch.ordered === ordered ? [] : [{ field: "ordered", message: fixed }]),
    ...ofKind.filter(({ field }) => field !== "ordered"),
  ];
}
