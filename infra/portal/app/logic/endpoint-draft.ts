import type { components } from "../../../api-client/api-types.ts";
import { mergePatch } from "../../../api-client/merge-patch.ts";
import { parseObject } from "./parse-object.ts";

type Schemas = components["schemas"];
type Detail = Schemas["SubscriptionDetail"];

/** `isStored`: the endpoint already has the header. Its stored value is hidden, and stays if `value` is empty. */
export type HeaderRow = { readonly name: string; readonly value: string; readonly isStored: boolean };

export type EndpointDraft = {
  readonly kind: Detail["kind"];
  readonly url: string;
  readonly target: string;
  readonly roleArn: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly instances: readonly string[];
  readonly filter: string;
  readonly payload: "full" | "thin";
  readonly format: "envelope" | "cloudevents";
  readonly baseline: boolean;
  readonly ordered: boolean;
  readonly isDisabled: boolean;
  readonly timeoutSeconds: string;
  readonly maxConcurrency: string;
  readonly ratePerSecond: string;
  readonly headers: readonly HeaderRow[];
  readonly signing: "hmac" | "ed25519";
  readonly secret: string;
};

export function draftOf(given: Detail | undefined): EndpointDraft {
  return {
    kind: given?.kind ?? "push",
    url: given?.url ?? "",
    target: given?.destination?.target ?? "",
    roleArn: given?.destination?.roleArn ?? "",
    description: given?.description ?? "",
    eventTypes: given?.eventTypes ?? ["*"],
    instances: given?.instances ?? [],
    filter: given?.filter === undefined ? "" : JSON.stringify(given.filter, null, 2),
    payload: given?.payload ?? "full",
    format: given?.format ?? "envelope",
    baseline: given?.baseline ?? false,
    ordered: given?.ordered ?? false,
    isDisabled: given?.status === "disabled",
    timeoutSeconds: String(given?.timeoutSeconds ?? ""),
    maxConcurrency: String(given?.maxConcurrency ?? ""),
    ratePerSecond: String(given?.ratePerSecond ?? ""),
    headers: (given?.headerNames ?? []).map((name) => ({ name, value: "", isStored: true })),
    signing: "hmac",
    secret: "",
  };
}

/** If the draft sets no delivery options, the form collapses their section. */
export function hasDeliveryOptions(draft: EndpointDraft): boolean {
  const { timeoutSeconds, maxConcurrency, ratePerSecond, headers, format } = draft;
  return `${timeoutSeconds}${maxConcurrency}${ratePerSecond}` !== "" || headers.length > 0 || format !== "envelope";
}

/** Leaves out empty fields, so that the API uses its defaults. */
export function inputOf(draft: EndpointDraft): Schemas["SubscriptionInput"] {
  const { kind, eventTypes, instances, payload, baseline, isDisabled } = draft;
  const description = draft.description.trim();
  const filter = filterOf(draft);
  return {
    ...{ kind, eventTypes: [...eventTypes], payload, baseline, status: isDisabled ? "disabled" : "active" },
    ...(description !== "" && { description }),
    ...(instances.length > 0 && { instances: [...instances] }),
    ...(filter !== undefined && { filter }),
    ...(kind === "push" && pushInputOf(draft)),
    ...(isToAws(kind) && { destination: destinationOf(draft), ...sharedInputOf(draft) }),
  };
}

export function isToAws(kind: Detail["kind"]): kind is Exclude<Detail["kind"], "push" | "pull"> {
  return kind !== "push" && kind !== "pull";
}

function destinationOf({ target, roleArn }: EndpointDraft) {
  return { target: target.trim(), ...(roleArn.trim() !== "" && { roleArn: roleArn.trim() }) };
}

/** The settings that webhooks and destinations share. */
function sharedInputOf(draft: EndpointDraft) {
  const { format, ordered } = draft;
  const { maxConcurrency, ratePerSecond } = limitsOf(draft);
  return {
    format,
    ...(ordered && { ordered }),
    ...(maxConcurrency !== null && { maxConcurrency }),
    ...(ratePerSecond !== null && { ratePerSecond }),
  };
}

function pushInputOf(draft: EndpointDraft) {
  const { url, signing } = draft;
  // With Ed25519, the form hides the secret field, which may still contain text.
  const secret = signing === "hmac" ? draft.secret.trim() : "";
  const { timeoutSeconds } = limitsOf(draft);
  const headers = Object.fromEntries(draft.headers.map(({ name, value }) => [name.trim(), value]));
  return {
    ...{ url: url.trim(), signing },
    ...sharedInputOf(draft),
    ...(timeoutSeconds !== null && { timeoutSeconds }),
    ...(draft.headers.length > 0 && { headers }),
    ...(secret !== "" && { secret }),
  };
}

export function patchOf(
  draft: EndpointDraft,
  { headerNames, filter: before }: Pick<Detail, "headerNames" | "filter">,
): Schemas["SubscriptionPatch"] {
  const { kind, eventTypes, instances, payload, baseline, url, format } = draft;
  const description = draft.description.trim();
  const headers = changedHeaders(draft.headers, headerNames);
  const filter = filterOf(draft);
  const { maxConcurrency, ratePerSecond } = limitsOf(draft);
  return {
    ...{ eventTypes: [...eventTypes], payload, baseline },
    description: description === "" ? null : description,
    instances: instances.length === 0 ? null : [...instances],
    filter: filter === undefined ? null : mergePatch(before, filter),
    ...(kind === "push" && { url: url.trim(), format, ...limitsOf(draft) }),
    ...(isToAws(kind) && { destination: destinationOf(draft), format, maxConcurrency, ratePerSecond }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** A removed header's value is null. */
function changedHeaders(rows: readonly HeaderRow[], stored: readonly string[]): Record<string, string | null> {
  const names = new Set(rows.map(({ name }) => name.trim()));
  const removed = stored.filter((name) => !names.has(name)).map((name) => [name, null] as const);
  const set = rows.filter(({ isStored, value }) => !isStored || value !== "");
  return Object.fromEntries([...removed, ...set.map(({ name, value }) => [name.trim(), value] as const)]);
}

function limitsOf({ timeoutSeconds, maxConcurrency, ratePerSecond }: EndpointDraft) {
  const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    timeoutSeconds: numberOf(timeoutSeconds),
    maxConcurrency: numberOf(maxConcurrency),
    ratePerSecond: numberOf(ratePerSecond),
  };
}

function filterOf({ filter }: EndpointDraft): Record<string, unknown> | undefined {
  const parsed = parseObject(filter);
  return parsed.outcome === "ok" ? parsed.object : undefined;
}
