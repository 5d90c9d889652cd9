import { type EventType, subject } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import type { Envelope, FieldChange } from "../../kernel/envelope.ts";
import { eventId } from "../../kernel/event-id.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { exampleChanges } from "./example-changes.ts";
import { examplePayloads } from "./example-payloads.ts";
import { exampleOwner, exampleRecords } from "./example-records.ts";

/** The time and instance of the event in the documentation. */
const documented = { at: Date.UTC(2026, 10, 21, 9, 12, 40, 112), instance: "acme", nonce: "" };

/**
 * A realistic event of a type, as it would be published. `at` (unix ms) is its detection time; `nonce` makes its id
 * unique. The source's time in `data` doesn't change.
 */
export function exampleEvent(
  type: EventType,
  { at, instance, nonce }: { readonly at: number; readonly instance: string; readonly nonce: string } = documented,
): Envelope {
  const about = subject.parse(type.slice(0, type.indexOf(".")));
  const verb = type.slice(about.length + 1);
  const changes = exampleChanges[type];
  const data = dataOf(type, changes ?? []);
  const recordId = about === "bridge" ? "example" : idOf(data);
  const identity = { instance, resource: about, owner: "", recordId, seq: 2, type, factKey: nonce };
  const detectedAt = new Date(at).toISOString();
  const isOwned = about === "document" || about === "folder" || about === "document_change";
  const isTimed = !isOwned && about !== "bridge" && about !== "room" && !about.endsWith("_template");
  return {
    id: eventId(at, identity),
    type,
    timestamp: isTimed ? new Date(at - 6_631).toISOString() : detectedAt,
    timestampFrom: isTimed ? "source" : "detected",
    detectedAt,
    instance,
    subject: { type: about, id: recordId, seq: verb === "created" ? 1_795_321_575 : 1_795_321_576, part: 1 },
    data,
    ...defined({ changes: changes && [...changes] }),
    ...(verb === "removed" ? { reason: isOwned ? ("journal" as const) : ("not_found_or_no_access" as const) } : {}),
    detectedBy: isTimed ? "timeline" : isOwned ? "journal" : about.endsWith("_template") ? "templates" : "hint",
    ...(isOwned ? { owner: exampleOwner } : {}),
  };
}

function dataOf(type: EventType, changes: readonly FieldChange[]): JsonObject {
  if (isPayload(type)) return { ...examplePayloads[type] };
  const about = subject.parse(type.slice(0, type.indexOf(".")));
  if (about === "room" || about === "bridge") return { cause: "unknown" };
  const record: JsonObject = exampleRecords[about];
  const changed = changes.flatMap(({ field, to }) =>
    to !== undefined && Object.hasOwn(record, field) ? [[field, to] as const] : [],
  );
  return { ...record, ...Object.fromEntries(changed) };
}

function isPayload(type: EventType): type is keyof typeof examplePayloads {
  return Object.hasOwn(examplePayloads, type);
}

function idOf({ id, documentId }: JsonObject): string {
  if (typeof id === "string") return id;
  return typeof documentId === "string" ? `Company:lN-Uht7j2Vk:${documentId}:0` : "f0Xq1ZbC2dE";
}
