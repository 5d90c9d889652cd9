import * as z from "zod";
import { cloudEventDataSchemaId } from "../../delivery/attempt/payload.ts";
import { catalogue, type EventType, type Subject, subject } from "../../kernel/catalogue.ts";
import { envelope } from "../../kernel/envelope.ts";
import { operationalPayloads } from "../../kernel/operational-payloads.ts";
import { recordData } from "./record-data.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const firstVersion = "0.1.0";
const addedLater: { readonly [type in EventType]?: string } = {};

export function eventTypeFacts(type: EventType) {
  const about = subjectOfType(type);
  const sentences: { readonly [verb: string]: string } = catalogue[about];
  const description = sentences[type.slice(about.length + 1)] ?? "";
  const since = addedLater[type] ?? firstVersion;
  const operational = about === "bridge";
  return { type, subject: about, operational, description, since, schemaPath: `/schemas/events/${type}.json` };
}

export function subjectOfType(type: EventType): Subject {
  return subject.parse(type.slice(0, type.indexOf(".")));
}

/** The schema is open: fields may be added, and the source may leave fields out. */
export function dataSchema(type: EventType): JsonSchema {
  const about = subjectOfType(type);
  if (about !== "bridge") return schemaOf(recordData[about].schema);
  const payloads: { readonly [verb: string]: z.ZodType } = operationalPayloads;
  const payload = payloads[type.slice("bridge.".length)];
  if (payload === undefined) throw new Error(`${type} has no payload`);
  return schemaOf(payload);
}

export function envelopeSchema(): JsonSchema {
  return schemaOf(envelope);
}

export const isOwned = (about: Subject): boolean =>
  about === "document" || about === "folder" || about === "document_change";

export function absentMembers(type: EventType): readonly string[] {
  const about = subjectOfType(type);
  const hasChanges = about !== "bridge" && about !== "room" && about !== "document_change";
  return [
    ...(isOwned(about) ? [] : ["owner"]),
    ...(about === "bridge" ? ["baseline", "truncated"] : ["partner"]),
    ...(about === "document_change" ? [] : ["omitted"]),
    ...(hasChanges ? [] : ["changes", "changesUnknown", "redacted"]),
    ...(type.endsWith(".removed") ? [] : ["reason"]),
  ];
}

/** Contains no references to other schemas. */
export function eventSchema(type: EventType): JsonSchema {
  const { properties = {}, required = [] } = envelopeSchema();
  const { subject: about, ...others } = properties;
  const missing = new Set(absentMembers(type));
  const members = Object.entries(others).filter(([name]) => !missing.has(name));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:feedhook:schema:${type}:1`,
    title: type,
    description: eventTypeFacts(type).description,
    type: "object",
    properties: {
      ...Object.fromEntries(members),
      type: { const: type },
      subject: withType(about, subjectOfType(type)),
      data: dataSchema(type),
    },
    required,
  };
}

/** Members of the envelope that are attributes of a CloudEvent, so its `data` leaves them out. */
const attributes = new Set(["id", "type", "instance", "timestamp"]);

export function cloudEventDataSchema(type: EventType): JsonSchema {
  const { properties = {}, required = [], ...schema } = eventSchema(type);
  return {
    ...schema,
    $id: cloudEventDataSchemaId(type),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !attributes.has(name))),
    required: required.filter((name) => !attributes.has(name)),
  };
}

function withType(schema: z.core.JSONSchema._JSONSchema | undefined, type: Subject): JsonSchema {
  if (typeof schema !== "object") throw new Error("the envelope has no subject");
  return { ...schema, properties: { ...schema.properties, type: { const: type } } };
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The schema is for readers: it accepts members that no producer adds yet. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const made: JsonSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  delete made.$schema;
  schemas.set(schema, made);
  return made;
}
