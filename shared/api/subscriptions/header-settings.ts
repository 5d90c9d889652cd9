import { sealedBytes } from "../../kernel/secret-box.ts";
import { type HeaderFault, headerFaults, normalHeaderName, totalFaults } from "../../subscriptions/custom-headers.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SealedHeader } from "../../subscriptions/subscription-secrets.ts";
import type { FieldError } from "../http/problem.ts";

/** Headers by name; null removes one. */
type Given = Readonly<Record<string, string | null>>;

/** The headers that are set, with their normalized names. */
export function givenHeaders(given: Given | null | undefined): (readonly [name: string, value: string])[] {
  return Object.entries(given ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[normalHeaderName(name), value] as const],
  );
}

export function headerErrors(given: Given | null | undefined): readonly FieldError[] {
  return headerFaults(givenHeaders(given)).map(fieldErrorOf);
}

/** The errors of merged headers. A patch alone may be valid, but with it there may be too many. */
export function mergedHeaderErrors(headers: Subscription["headers"] = []): readonly FieldError[] {
  return totalFaults(headers.map(({ name, sealed }) => ({ name, bytes: sealedBytes(sealed) }))).map(fieldErrorOf);
}

function fieldErrorOf({ name, message }: HeaderFault): FieldError {
  return { field: name === "" ? "headers" : `headers.${name}`, message };
}

/** The headers after a merge patch, with `sealed` in place of the new values; undefined if none are left. */
export function mergedHeaders(
  current: Subscription["headers"],
  patch: Given | null | undefined,
  sealed: readonly SealedHeader[],
): SealedHeader[] | undefined {
  if (patch === undefined) return current;
  const named = new Set(Object.keys(patch ?? {}).map(normalHeaderName));
  const kept = patch === null ? [] : (current ?? []).filter(({ name }) => !named.has(name));
  const headers = [...kept, ...sealed];
  return headers.length === 0 ? undefined : headers;
}
