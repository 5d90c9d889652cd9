import { type EventType, eventTypes, typeMatches } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import {
  type EventPattern,
  type PatternPart,
  parseEventPattern,
  type ValuePart,
} from "../../subscriptions/patterns/event-pattern.ts";
import { maxSteps } from "../../subscriptions/patterns/match-pattern.ts";
import { Steps } from "../../subscriptions/patterns/steps.ts";
import { eventSchema, type JsonSchema, subjectOfType } from "../event-types/event-schema.ts";
import type { FieldError } from "../http/problem.ts";
import { fitSteps, memberOf, membersOf, partFits, variantsOf } from "./schema-fit.ts";

type Given = { readonly filter?: JsonObject | undefined; readonly eventTypes: readonly string[] };
/** `message` is a function, because most faults are never shown. */
type Fault = { readonly path: string; readonly message: () => string; readonly hasField: boolean };
type OfType = { readonly type: EventType; readonly faults: readonly Fault[] };

/** Each warning repeats a field's name, which may be as long as the whole filter. */
const mostWarnings = 20;

/** New filters have a lower complexity limit than stored filters. */
export function filterErrors(filter: JsonObject | undefined): readonly FieldError[] {
  if (filter === undefined) return [];
  const parsed = parseEventPattern(filter);
  const issues = parsed.outcome === "invalid" ? parsed.issues : [parsed.excess].flatMap((excess) => excess ?? []);
  return issues.map(({ path, message }) => ({ field: path === "" ? "filter" : `filter.${path}`, message }));
}

/**
 * Finds misspelled fields, values outside an enumeration, and fields that only other types have. The source defines the
 * `data` of records, so `data` isn't checked. Filters that take too long to judge aren't checked either.
 */
export function filterWarnings(
  { filter, eventTypes: patterns }: Given,
  steps = new Steps(maxSteps),
): readonly FieldError[] {
  if (filter === undefined) return [];
  const parsed = parseEventPattern(filter);
  if (parsed.outcome === "invalid") return [];
  const types = eventTypes.filter((type) => patterns.some((pattern) => typeMatches(pattern, type)));
  const byType: OfType[] = [];
  for (const type of types) {
    const faults = faultsOf(parsed.pattern, judgedSchema(type), { path: "", steps });
    if (faults.length === 0 || steps.exceeded) return [];
    byType.push({ type, faults });
  }
  const [first] = byType;
  if (first === undefined) return [];
  const everywhere = faultsOfAll(byType);
  if (everywhere.length > 0) {
    return everywhere
      .slice(0, mostWarnings)
      .map(({ path, message }) => ({ field: `filter${path}`, message: message() }));
  }
  const [fault] = first.faults;
  const example = `in ${first.type}, ${fault?.path.slice(1) ?? ""} ${fault?.message() ?? ""}`;
  return [{ field: "filter", message: `can't match any event type as a whole: ${example}` }];
}

/** Prefers the message of a type that has the field, because that message is more helpful. */
function faultsOfAll(byType: readonly OfType[]): readonly Fault[] {
  const found = new Map<string, { fault: Fault; readonly types: Set<EventType> }>();
  for (const { type, faults } of byType) {
    for (const fault of faults) {
      const known = found.get(fault.path);
      if (known === undefined) found.set(fault.path, { fault, types: new Set([type]) });
      else {
        known.types.add(type);
        if (fault.hasField && !known.fault.hasField) known.fault = fault;
      }
    }
  }
  return [...found.values()].filter(({ types }) => types.size === byType.length).map(({ fault }) => fault);
}

function judgedSchema(type: EventType): JsonSchema {
  const schema = eventSchema(type);
  return subjectOfType(type) === "bridge" ? schema : { ...schema, properties: { ...schema.properties, data: {} } };
}

/** `path` has a dot before each field. */
type Place = { readonly path: string; readonly steps: Steps };

function faultsOf(pattern: EventPattern, schema: JsonSchema, place: Place): readonly Fault[] {
  return pattern.flatMap((part) => faultsOfPart(part, schema, place));
}

function faultsOfPart(part: PatternPart, schema: JsonSchema, { path, steps }: Place): readonly Fault[] {
  if (!steps.spend(1)) return [];
  if (part.kind === "or") {
    const each = part.alternatives.map((one, at) => faultsOf(one, schema, { path: `${path}.$or.${at}`, steps }));
    return each.some((faults) => faults.length === 0) ? [] : each.flat();
  }
  const here = { path: `${path}.${part.field}`, steps };
  const variants = variantsOf(memberOf(schema, part.field));
  if (part.kind === "value") return faultOfValue(part, { schema, variants }, here);
  const each = variants.map((variant) => faultsOf(part.parts, variant, here));
  return each.some((faults) => faults.length === 0) ? [] : (each[0] ?? []);
}

type Held = { readonly schema: JsonSchema; readonly variants: readonly JsonSchema[] };

function faultOfValue(part: ValuePart, { schema, variants }: Held, { path, steps }: Place): readonly Fault[] {
  const { field } = part;
  const isRequired = schema.required?.includes(field) === true;
  if (variants.some((one) => steps.spend(fitSteps(part, one)) && partFits(part, one, isRequired))) return [];
  const hasField = Object.hasOwn(schema.properties ?? {}, field);
  return [{ path, message: () => reason(schema, field, variants), hasField }];
}

function reason(schema: JsonSchema, field: string, variants: readonly JsonSchema[]): string {
  const there = membersOf(schema);
  if (there.length === 0) return "can't match, because events of these types have no such field";
  if (!there.includes(field)) {
    return `can't match, because events of these types have no such field. Use one of ${there.join(", ")}`;
  }
  const names = variants.flatMap(membersOf);
  if (names.length > 0) return `can't match, because it is an object. Use its fields (${names.join(", ")})`;
  const values = variants.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  if (values.length > 0)
    return `can't match, because its only values are ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  const types = variants.flatMap((one) => one.type ?? []);
  return types.length === 0
    ? "can't match, because the field is always present"
    : `can't match, because the field is always present and of type ${[...new Set(types)].join(" or ")}`;
}
