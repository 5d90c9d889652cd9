import { defined } from "../../kernel/defined.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { mergedObject } from "../../kernel/merge-patch.ts";
import { sealedBytes } from "../../kernel/secret-box.ts";
import { normalHeaderName, totalFaults } from "../../subscriptions/custom-headers.ts";
import type { Subscription, SubscriptionSettings } from "../../subscriptions/subscription.ts";
import type { SealedHeader } from "../../subscriptions/subscription-secrets.ts";
import type { FieldError } from "../http/problem.ts";
import { headerError } from "./check-settings.ts";
import type { DisabledByOwner } from "./disabled-by.ts";
import type { SubscriptionPatch } from "./subscription-schemas.ts";

/** Null removes a field. Enabling clears the reason for disabling. */
export function patched(
  current: Subscription,
  patch: SubscriptionPatch,
  sealed: readonly SealedHeader[],
  disabledNow: DisabledByOwner,
): SubscriptionSettings {
  const status = patch.status ?? current.status;
  const { disabledReason, disabledAt, disabledBy } = current;
  const before = { disabledReason, disabledAt, disabledBy };
  return {
    kind: current.kind,
    ordered: current.ordered,
    url: patch.url ?? current.url,
    destination: current.destination && { ...current.destination, ...defined(patch.destination ?? {}) },
    eventTypes: patch.eventTypes ?? current.eventTypes,
    instances: merged(current.instances, patch.instances),
    filter: isJsonObject(patch.filter)
      ? mergedObject(current.filter, patch.filter)
      : merged(current.filter, patch.filter),
    baseline: patch.baseline ?? current.baseline,
    format: patch.format ?? current.format,
    payload: patch.payload ?? current.payload,
    headers: mergedHeaders(current.headers, patch.headers, sealed),
    timeoutSeconds: merged(current.timeoutSeconds, patch.timeoutSeconds),
    maxConcurrency: merged(current.maxConcurrency, patch.maxConcurrency),
    ratePerSecond: merged(current.ratePerSecond, patch.ratePerSecond),
    description: merged(current.description, patch.description),
    status,
    ...(status === "active" ? {} : current.status === "disabled" ? before : disabledNow),
  };
}

export function merged<T>(current: T | undefined, given: T | null | undefined): T | undefined {
  return given === undefined ? current : (given ?? undefined);
}

function mergedHeaders(
  current: Subscription["headers"],
  patch: SubscriptionPatch["headers"],
  sealed: readonly SealedHeader[],
): SealedHeader[] | undefined {
  if (patch === undefined) return current;
  const named = new Set(Object.keys(patch ?? {}).map(normalHeaderName));
  const kept = patch === null ? [] : (current ?? []).filter(({ name }) => !named.has(name));
  const headers = [...kept, ...sealed];
  return headers.length === 0 ? undefined : headers;
}

/** A patch that is valid alone can exceed a limit after the merge. */
export function mergedHeaderErrors(headers: Subscription["headers"] = []): readonly FieldError[] {
  return totalFaults(headers.map(({ name, sealed }) => ({ name, bytes: sealedBytes(sealed) }))).map(headerError);
}
