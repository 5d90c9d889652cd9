import type { Json } from "../../kernel/json.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { matchesPattern, parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import type { JsonSchema } from "../event-types/event-schema.ts";

/** What a field that no event has looks like: it fits nothing but the wish that it be absent. */
const nowhere: JsonSchema = { not: {}, type: "object", properties: {} };

/** The schema of a member; `{}` where anything may stand. */
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

/** What may stand at a place: each of several schemas, and of an array each of its elements, as patterns count them. */
export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.flatMap((one) => (typeof one === "boolean" ? [{}] : variantsOf(one)));
  }
  const { items } = schema;
  if (typeof items === "object" && !Array.isArray(items)) return variantsOf(items);
  return [schema];
}

/** Whether a condition of a pattern can hold for some value of a schema; `isRequired`: it is in every event. */
export function conditionFits(condition: Json, schema: JsonSchema, isRequired: boolean): boolean {
  if (isJsonObject(condition) && condition["exists"] === false) return !isRequired;
  if (isAny(schema)) return true;
  if (schema.properties !== undefined) return false;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return values.some((value) => holds(condition, value));
  if (!isJsonObject(condition)) return typeOf(condition) === typeNamed(schema.type);
  const [operator = ""] = Object.keys(condition);
  if (operator === "exists" || operator === "anything-but") return true;
  return typeNamed(schema.type) === (operator === "numeric" ? "number" : "string");
}

/** Nothing is said of what it may be. */
function isAny(schema: JsonSchema): boolean {
  return ["type", "enum", "const", "anyOf", "properties"].every((word) => !Object.hasOwn(schema, word));
}

function holds(condition: Json, value: unknown): boolean {
  const parsed = parseEventPattern({ value: [condition] });
  return parsed.outcome === "compiled" && matchesPattern(parsed.pattern, { value });
}

function typeOf(value: Json): string {
  return value === null ? "null" : typeof value === "object" ? "number" : typeof value;
}

function typeNamed(type: JsonSchema["type"]): string | undefined {
  const [named] = [type].flat();
  return named === "integer" ? "number" : named;
}
