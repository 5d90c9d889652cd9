import type { Subject } from "../../kernel/catalogue.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import { digestOf } from "../canonical-record.ts";
import type { MirrorItem } from "../mirror-item.ts";

/** The fields that only a list shows: an activity's company (docs/partner-api.md#lean-and-full). */
export const leanOnly: { readonly [resource in Subject]?: readonly string[] } = { activity: ["company"] };

export type Bodies = { readonly lean: JsonObject | undefined; readonly full: JsonObject | undefined };

export function bodiesOf(item: Pick<MirrorItem, "lean" | "full">): Bodies {
  return { lean: item.lean?.body, full: item.full?.body };
}

export function storedBodyOf(resource: Subject, body: JsonObject | undefined): MirrorItem["full"] {
  return body && { body, digest: digestOf(resource, body) };
}

/**
 * The form that events show: the full body plus the {@link leanOnly} fields of the lean body. Before the first full
 * read, it is the lean body alone.
 */
export function recordBody(resource: Subject, { lean, full }: Bodies): JsonObject {
  if (full === undefined) return lean ?? {};
  const added = (leanOnly[resource] ?? []).flatMap((field): [string, Json][] => {
    const value = lean?.[field];
    return value === undefined || Object.hasOwn(full, field) ? [] : [[field, value]];
  });
  return { ...full, ...Object.fromEntries(added) };
}

/** Two different forms can be compared only by the fields that both have. */
export function sharedFields(one: JsonObject, other: JsonObject): [JsonObject, JsonObject] {
  const shared = (body: JsonObject, with_: JsonObject) =>
    Object.fromEntries(Object.entries(body).filter(([field]) => Object.hasOwn(with_, field)));
  return [shared(one, other), shared(other, one)];
}

export type ChangeTimes = { readonly created: string | undefined; readonly modified: string | undefined };

/** `modified` is absent until the first modification (docs/partner-api.md#modified-absent). */
export function changeTimesOf(body: JsonObject): ChangeTimes {
  return { created: instantIn(body["created"]), modified: instantIn(body["modified"]) };
}

/** The change time and the digest together identify a version. */
export function changeTimeOf({ created, modified }: { created?: string | undefined; modified?: string | undefined }) {
  return modified ?? created;
}

function instantIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? (canonicalInstant(value) ?? value) : undefined;
}
