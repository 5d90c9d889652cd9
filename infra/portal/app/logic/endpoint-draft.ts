import type { components } from "../../../api-client/api-types.ts";
import { mergePatch } from "../../../api-client/merge-patch.ts";
import { parseObject } from "./parse-object.ts";

type Schemas = components["schemas"];
type Detail = Schemas["SubscriptionDetail"];

/** `isStored`: the endpoint already has the header. Its stored value is hidden, and stays if `value` is empty. */
export type HeaderRow = { readonly name: string; readonly value: string; readonly isStored: boolean };

export type EndpointDraft = ReturnType<typeof draftOf>;

export function draftOf(given: Detail | undefined) {
  const headers: readonly HeaderRow[] = (given?.headerNames ?? []).map((name) => ({ name, value: "", isStored: true }));
  const eventTypes: readonly string[] = given?.eventTypes ?? ["*"];
  const instances: readonly string[] = given?.instances ?? [];
  const key: { signing: "hmac" | "ed25519"; secret: string } = { signing: "hmac", secret: "" };
  return {
    kind: given?.kind ?? "push",
    url: given?.url ?? "",
    target: given?.destination?.target ?? "",
    roleArn: given?.destination?.roleArn ?? "",
    description: given?.description ?? "",
    ...{ eventTypes, instances, headers, ...key },
    filter: given?.filter === undefined ? "" : JSON.stringify(given.filter, null, 2),
    payload: given?.payload ?? "full",
    format: given?.format ?? "envelope",
    baseline: given?.baseline ?? false,
    ordered: given?.ordered ?? false,
    isDisabled: given?.status === "disabled",
    timeoutSeconds: String(given?.timeoutSeconds ?? ""),
    maxConcurrency: String(given?.maxConcurrency ?? ""),
    ratePerSecond: String(given?.ratePerSecond ?? ""),
  };
}

/** If the draft sets no delivery options, the form collapses their section. */
export function hasDeliveryOptions(draft: EndpointDraft): boolean {
  const { timeoutSeconds, maxConcurrency, ratePerSecond, headers, format } = draft;
  return `${timeoutSeconds}${maxConcurrency}${ratePerSecond}` !== "" || headers.length > 0 || format !== "envelope";
}

/** Leaves out empty fields, so that the API uses its defaults. */
export function inputOf(draft: EndpointDraft): Schemas["SubscriptionInput"] {
  const { kind, ordered, isDisabled, headers, signing } = draft;
  // With Ed25519, the form hides the secret field, which may still contain text.
  const secret = signing === "hmac" ? draft.secret.trim() : "";
  return {
    ...withoutNull(settingsOf(draft)),
    ...{ kind, status: isDisabled ? "disabled" : "active" },
    ...(kind !== "pull" && ordered && { ordered }),
    ...(kind === "push" && { signing, ...(secret !== "" && { secret }) }),
    ...(kind === "push" && headers.length > 0 && { headers: valuesOf(headers) }),
  };
}

export function patchOf(
  draft: EndpointDraft,
  { headerNames, filter: before }: Pick<Detail, "headerNames" | "filter">,
): Schemas["SubscriptionPatch"] {
  const { filter, ...settings } = settingsOf(draft);
  const headers = changedHeaders(draft.headers, headerNames);
  return {
    ...settings,
    filter: filter && mergePatch(before, filter),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** The settings that can be changed later. An empty field is null. */
function settingsOf(draft: EndpointDraft) {
  const { kind, eventTypes, instances, payload, baseline, url, target, roleArn, format } = draft;
  const parsed = parseObject(draft.filter);
  const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));
  const limits = { maxConcurrency: numberOf(draft.maxConcurrency), ratePerSecond: numberOf(draft.ratePerSecond) };
  const destination = { target: target.trim(), ...(roleArn.trim() !== "" && { roleArn: roleArn.trim() }) };
  return {
    ...{ eventTypes: [...eventTypes], payload, baseline },
    description: draft.description.trim() || null,
    instances: instances.length === 0 ? null : [...instances],
    filter: (parsed.outcome === "ok" && parsed.object) || null,
    ...(kind === "push" && { url: url.trim(), format, timeoutSeconds: numberOf(draft.timeoutSeconds), ...limits }),
    ...(isToAws(kind) && { destination, format, ...limits }),
  };
}

type WithoutNull<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null | undefined>;
};

function withoutNull<T extends object>(members: T): WithoutNull<T>;
function withoutNull(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

export function isToAws(kind: Detail["kind"]): kind is Exclude<Detail["kind"], "push" | "pull"> {
  return kind !== "push" && kind !== "pull";
}

/** A removed header's value is null. */
function changedHeaders(rows: readonly HeaderRow[], stored: readonly string[]): Record<string, string | null> {
  const names = new Set(rows.map(({ name }) => name.trim()));
  const removed = stored.filter((name) => !names.has(name)).map((name) => [name, null] as const);
  const set = rows.filter(({ isStored, value }) => !isStored || value !== "");
  return { ...Object.fromEntries(removed), ...valuesOf(set) };
}

const valuesOf = (rows: readonly HeaderRow[]) =>
  Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]));
