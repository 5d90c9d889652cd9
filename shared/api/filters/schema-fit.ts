import type { ValuePart } from "../../subscriptions/patterns/event-pattern.ts";
import { passes } from "../../subscriptions/patterns/match-pattern.ts";
import type { JsonSchema } from "../event-types/event-schema.ts";

/** The schema of a field that no event has: it accepts only the condition that the field is absent. */
const nowhere: JsonSchema = { not: {}, type: "object", properties: {} };

/** `{}` allows any value. */
export function memberOf(schema: JsonSchema, field: string): JsonSchema {
  const { properties = {}, additionalProperties } = schema;
  const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (typeof known === "object") return known;
  if (isAny(schema) || typeof additionalProperties === "object") return {};
  return nowhere;
}

export function membersOf({ properties = {} }: JsonSchema): readonly string[] {
  return Object.keys(properties);
}

/** For an array, returns the schemas of its elements, because patterns match elements. */
export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.flatMap((one) => (typeof one === "boolean" ? [{}] : variantsOf(one)));
  }
  const { items } = schema;
  if (typeof items === "object" && !Array.isArray(items)) return variantsOf(items);
  return [schema];
}

/** `isRequired`: every event has the value. */
export function partFits(part: ValuePart, schema: JsonSchema, isRequired: boolean): boolean {
  if (part.mayBeAbsent && !isRequired) return true;
  const { exact, anyValue, tests } = part;
  if (exact.size === 0 && !anyValue && tests.length === 0) return false;
  if (isAny(schema)) return true;
  if (schema.properties !== undefined) return false;
  const values = valuesOf(schema);
  if (values !== undefined) return values.some((value) => passes(part, value));
  const kinds = kindsOf(part);
  return kinds.has("any") || kinds.has(typeNamed(schema.type));
}

const kindsByPart = new WeakMap<ValuePart, ReadonlySet<string | undefined>>();

function kindsOf(part: ValuePart): ReadonlySet<string | undefined> {
  const known = kindsByPart.get(part);
  if (known !== undefined) return known;
  const kinds = new Set(part.conditions.map(kindOf));
  kindsByPart.set(part, kinds);
  return kinds;
}

function kindOf(condition: unknown): string | undefined {
  if (typeof condition !== "object") return typeof condition;
  if (condition === null) return "null";
  const [[operator, argument] = []] = Object.entries(condition);
  if (operator === "exists") return argument === true ? "any" : undefined;
  if (operator === "anything-but") return "any";
  return operator === "numeric" ? "number" : "string";
}

export function fitSteps(part: ValuePart, schema: JsonSchema): number {
  return 1 + part.steps * (valuesOf(schema)?.length ?? 0);
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
}

function isAny(schema: JsonSchema): boolean {
  return ["type", "enum", "const", "anyOf", "properties"].every((word) => !Object.hasOwn(schema, word));
}

function typeNamed(type: JsonSchema["type"]): string | undefined {
  const [named] = [type].flat();
  return named === "integer" ? "number" : named;
}
