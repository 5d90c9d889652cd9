import type { z } from "zod";

export type Schema = z.core.JSONSchema.JSONSchema & {
  readonly $ref?: string;
  readonly example?: unknown;
};
export type Schemas = Readonly<Record<string, Schema>>;

/** Example values by field name, for fields without an example or an enumeration. */
const byName: Readonly<Record<string, unknown>> = {
  id: "k2Jm",
  event: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  events: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  type: "person.updated",
  eventTypes: "person.*",
  instance: "acme",
  instances: "acme",
  partner: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  subscription: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  run: "0",
  field: "filter.owner.typ",
  message: "can't match, because events of these types have no such field",
  name: "CRM import",
  description: "CRM import",
  omitted: "text",
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  nextCursor: "MjpYWVo6ZXZ0XzAx",
  responseExcerpt: "ok",
  lastError: "unavailable",
  summary: "The record's newest event, person.updated, was delivered to every subscription that selects it.",
  text: "It was delivered.",
};

const instant = "2026-11-21T09:12:33.481Z";

/**
 * With `isRequest`, the body has only fields that are required or have an example, because some fields exclude others.
 */
export function bodyExample(schema: Schema, schemas: Schemas, isRequest: boolean): unknown {
  return valueOf(schema, "", { schemas, isRequest });
}

type Context = { readonly schemas: Schemas; readonly isRequest: boolean };

function valueOf(schema: Schema, name: string, context: Context): unknown {
  const { example, $ref, allOf, anyOf, oneOf } = schema;
  if (example !== undefined) return example;
  if ($ref !== undefined) return valueOf(resolved($ref, context.schemas), name, context);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null);
  if (allOf !== undefined) return merged(allOf.filter(isSchema), name, context);
  const [alternative] = (anyOf ?? oneOf ?? []).filter(isSchema).filter(({ type }) => type !== "null");
  if (alternative !== undefined) return valueOf(alternative, name, context);
  const [type] = [schema.type].flat();
  if (type === "object") return objectOf(schema, context);
  if (type === "array") {
    return isSchema(schema.items) ? [valueOf(schema.items, name, context)] : [];
  }
  if (schema.default !== undefined) return schema.default;
  if (type === "integer" || type === "number") return schema.minimum ?? 12;
  if (type === "boolean") return false;
  if (schema.format === "date-time") return instant;
  if (schema.format === "date") return instant.slice(0, 10);
  return byName[name] ?? (type === "string" ? name : {});
}

function objectOf(schema: Schema, context: Context): Record<string, unknown> {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    if (!isSchema(member)) return [];
    const isGiven = !context.isRequest || required.has(name) || member.example !== undefined;
    return isGiven ? [[name, valueOf(member, name, context)] as const] : [];
  });
  return Object.fromEntries(members);
}

function merged(parts: readonly Schema[], name: string, context: Context): unknown {
  return Object.assign({}, ...parts.map((part) => valueOf(part, name, context)));
}

export function resolved(ref: string, schemas: Schemas): Schema {
  const found = schemas[ref.replace("#/components/schemas/", "")];
  if (found === undefined) throw new Error(`${ref} leads nowhere`);
  return found;
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}
