import { typeMatches } from "../../fanout/subscription-index.ts";
import { type EventType, eventTypes } from "../../kernel/catalogue.ts";
import { isJsonObject, type Json, type JsonObject } from "../../kernel/json.ts";
import { eventSchema, type JsonSchema, subjectOfType } from "../event-types/event-schema.ts";
import type { FieldError } from "../http/problem.ts";
import { conditionFits, memberOf, membersOf, variantsOf } from "./schema-fit.ts";

type Given = { readonly filter?: JsonObject | undefined; readonly eventTypes: readonly string[] };
type Fault = { readonly path: readonly string[]; readonly message: string; readonly hasField: boolean };

/**
 * What of a filter can't match any event of the given types, as the catalogue has them: a mistyped field, a value that isn't
 * one of the enumeration, a field that only other types have. The filter itself is a valid pattern. Records are the source's,
 * so nothing is said of what stands in their `data`.
 */
export function filterWarnings({ filter, eventTypes: patterns }: Given): readonly FieldError[] {
  if (filter === undefined) return [];
  const types = eventTypes.filter((type) => patterns.some((pattern) => typeMatches(pattern, type)));
  const byType = types.map((type) => ({ type, faults: faultsOf(filter, judgedSchema(type), []) }));
  const [first, ...others] = byType;
  if (first === undefined || byType.some(({ faults }) => faults.length === 0)) return [];
  const everywhere = first.faults.filter(({ path }) =>
    others.every(({ faults }) => faults.some((fault) => fault.path.join(".") === path.join("."))),
  );
  if (everywhere.length > 0) {
    return everywhere.map(({ path }) => {
      const same = byType.flatMap(({ faults }) => faults.filter((fault) => fault.path.join(".") === path.join(".")));
      // A type that has the field gives the more helpful message.
      const { message = "" } = same.find(({ hasField }) => hasField) ?? same[0] ?? {};
      return { field: ["filter", ...path].join("."), message };
    });
  }
  const [fault] = first.faults;
  const example = `of ${first.type}, ${fault?.path.join(".") ?? ""} ${fault?.message ?? ""}`;
  return [{ field: "filter", message: `no event type fits all of it: ${example}` }];
}

function judgedSchema(type: EventType): JsonSchema {
  const schema = eventSchema(type);
  return subjectOfType(type) === "bridge" ? schema : { ...schema, properties: { ...schema.properties, data: {} } };
}

function faultsOf(pattern: JsonObject, schema: JsonSchema, path: readonly string[]): readonly Fault[] {
  return Object.entries(pattern).flatMap(([field, condition]): readonly Fault[] => {
    if (field === "$or") return ofAlternatives(condition, schema, [...path, field]);
    const here = [...path, field];
    const variants = variantsOf(memberOf(schema, field));
    if (isJsonObject(condition)) {
      const each = variants.map((variant) => faultsOf(condition, variant, here));
      return each.some((faults) => faults.length === 0) ? [] : (each[0] ?? []);
    }
    if (!Array.isArray(condition)) return [];
    const conditions: readonly Json[] = condition;
    const isRequired = schema.required?.includes(field) === true;
    const fits = variants.some((variant) => conditions.some((one) => conditionFits(one, variant, isRequired)));
    if (fits) return [];
    const hasField = membersOf(schema).includes(field);
    return [{ path: here, message: reason(schema, field, variants), hasField }];
  });
}

function ofAlternatives(given: Json, schema: JsonSchema, path: readonly string[]): readonly Fault[] {
  const alternatives: readonly Json[] = Array.isArray(given) ? given : [];
  const each = alternatives.map((one, at) => (isJsonObject(one) ? faultsOf(one, schema, [...path, String(at)]) : []));
  return each.some((faults) => faults.length === 0) ? [] : each.flat();
}

function reason(schema: JsonSchema, field: string, variants: readonly JsonSchema[]): string {
  const there = membersOf(schema);
  if (there.length === 0) return "can't match: events of these types have no such field";
  if (!there.includes(field)) {
    return `can't match: events of these types have no such field; there are ${there.join(", ")}`;
  }
  const names = variants.flatMap(membersOf);
  if (names.length > 0) return `can't match: it is an object; name its fields (${names.join(", ")})`;
  const values = variants.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  if (values.length > 0) return `can't match: its values are ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  const types = variants.flatMap((one) => one.type ?? []);
  return types.length === 0
    ? "can't match: it is always there"
    : `can't match: it is always there, of type ${[...new Set(types)].join(" or ")}`;
}
