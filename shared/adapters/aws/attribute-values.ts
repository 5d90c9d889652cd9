import { CorruptItemError } from "../../kernel/errors.ts";
import { type Json, type JsonObject, setMember } from "../../kernel/json.ts";
import type { Item } from "../../kernel/ports/table.ts";

/** DynamoDB's notation of the values JSON knows. */
export type Attribute =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Attribute[] }
  | { M: { [name: string]: Attribute } };
export type Attributes = { [name: string]: Attribute };

export function toAttributes(object: JsonObject): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(object)) {
    const value = object[name];
    // An optional field that was spread in as undefined is no attribute, as it is no JSON.
    if (value !== undefined) setMember(attributes, name, toAttribute(value));
  }
  return attributes;
}

export function toAttribute(value: Json): Attribute {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return { N: String(value) };
    case "boolean":
      return { BOOL: value };
    default:
      if (value === null) return { NULL: true };
      return isList(value) ? { L: value.map(toAttribute) } : { M: toAttributes(value) };
  }
}

/** Throws CorruptItemError for what we never write: sets and bytes. */
export function fromAttributes(attributes: Readonly<Record<string, unknown>>): JsonObject {
  const object: { [name: string]: Json } = {};
  for (const name of Object.keys(attributes)) setMember(object, name, fromAttribute(attributes[name]));
  return object;
}

/** Reads what a table answered: an item, or the keys of one. */
export function itemFrom(attributes: Readonly<Record<string, unknown>>): Item {
  const { pk, sk, ...rest } = fromAttributes(attributes);
  if (typeof pk !== "string" || typeof sk !== "string") throw new CorruptItemError("a stored item has no key");
  return { pk, sk, ...rest };
}

function fromAttribute(attribute: unknown): Json {
  if (typeof attribute === "object" && attribute !== null) {
    if ("S" in attribute && typeof attribute.S === "string") return attribute.S;
    if ("N" in attribute && typeof attribute.N === "string") return Number(attribute.N);
    if ("BOOL" in attribute && typeof attribute.BOOL === "boolean") return attribute.BOOL;
    if ("NULL" in attribute) return null;
    if ("L" in attribute && Array.isArray(attribute.L)) return attribute.L.map(fromAttribute);
    if ("M" in attribute && isRecord(attribute.M)) return fromAttributes(attribute.M);
  }
  throw new CorruptItemError("an attribute is of a type that JSON doesn't know");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** `Array.isArray` doesn't narrow readonly arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
