import { CorruptItemError } from "../../kernel/errors.ts";
import { decimalOf, type ExactNumber, isExactNumber, numberFrom } from "../../kernel/exact-json.ts";
import { isList, type Json, type JsonObject, setMember } from "../../kernel/json.ts";
import type { Item } from "../../kernel/ports/table.ts";

/**
 * DynamoDB's notation for JSON values. A one-element string set contains the text of a number that N can't represent.
 */
export type Attribute =
  | { S: string }
  | { N: string }
  | { SS: [string] }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Attribute[] }
  | { M: { [name: string]: Attribute } };
export type Attributes = { [name: string]: Attribute };

export function toAttributes(object: JsonObject): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(object)) {
    const value = object[name];
    // An undefined optional field is left out, as in JSON.
    if (value !== undefined) setMember(attributes, name, toAttribute(value));
  }
  return attributes;
}

export function toAttribute(value: Json): Attribute {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return numberAttribute(String(value));
    case "boolean":
      return { BOOL: value };
    default:
      if (value === null) return { NULL: true };
      if (isList(value)) return { L: value.map(toAttribute) };
      return isExactNumber(value) ? numberAttribute(value.rawJSON) : { M: toAttributes(value) };
  }
}

/**
 * N holds up to 38 digits, and magnitudes from 1e-130 to below 1e126. The check leaves a factor of ten at both ends.
 */
function numberAttribute(text: string): { N: string } | { SS: [string] } {
  if (text.length <= 22 && !/e/i.test(text)) return { N: text };
  const [digits = "", power = "0"] = decimalOf(text).replace(/^-/, "").split("e");
  const magnitude = digits.length + Number(power);
  return digits.length <= 38 && magnitude > -129 && magnitude <= 125 ? { N: text } : { SS: [text] };
}

/**
 * Reads DynamoDB's notation. Throws CorruptItemError for types that the bridge never writes: bytes, and sets of numbers
 * or bytes.
 */
export function fromAttributes(attributes: Readonly<Record<string, unknown>>): JsonObject {
  const object: { [name: string]: Json } = {};
  for (const name of Object.keys(attributes)) setMember(object, name, fromAttribute(attributes[name]));
  return object;
}

/** Reads attributes that a table returned: a whole item, or only its keys. */
export function itemFrom(attributes: Readonly<Record<string, unknown>>): Item {
  const { pk, sk, ...rest } = fromAttributes(attributes);
  if (typeof pk !== "string" || typeof sk !== "string") throw new CorruptItemError("a stored item has no key");
  return { pk, sk, ...rest };
}

function fromAttribute(attribute: unknown): Json {
  if (typeof attribute === "object" && attribute !== null) {
    if ("S" in attribute && typeof attribute.S === "string") return attribute.S;
    if ("N" in attribute && typeof attribute.N === "string") return numberFrom(attribute.N);
    if ("SS" in attribute && Array.isArray(attribute.SS)) return numberIn(attribute.SS);
    if ("BOOL" in attribute && typeof attribute.BOOL === "boolean") return attribute.BOOL;
    if ("NULL" in attribute) return null;
    if ("L" in attribute && Array.isArray(attribute.L)) return attribute.L.map(fromAttribute);
    if ("M" in attribute && isRecord(attribute.M)) return fromAttributes(attribute.M);
  }
  throw new CorruptItemError("an attribute has a type that JSON doesn't have");
}

function numberIn([text]: readonly unknown[]): number | ExactNumber {
  if (typeof text !== "string") throw new CorruptItemError("a stored number has no text");
  return numberFrom(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
