import { matchesPattern, parseEventPattern } from "../../../../shared/subscriptions/patterns/event-pattern.ts";

type Members = Readonly<Record<string, unknown>>;

/** One condition of a filter that an event doesn't meet: the field, what is asked for, and what stands there. */
export type Miss = { readonly field: string; readonly wanted: unknown; readonly found: unknown };

export type FilterVerdict =
  | { readonly outcome: "invalid"; readonly issues: readonly { readonly path: string; readonly message: string }[] }
  | {
      readonly outcome: "compiled";
      /** Undefined where nothing was written, which lets everything through. */
      readonly filter: Record<string, unknown> | undefined;
      readonly judge: (event: Members) => { matches: boolean; misses: readonly Miss[] };
    };

/** Judges events by the text of a filter, with the matcher that fan-out uses, and says field by field what doesn't hold. */
export function explainFilter(text: string): FilterVerdict {
  if (text.trim() === "")
    return { outcome: "compiled", filter: undefined, judge: () => ({ matches: true, misses: [] }) };
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { outcome: "invalid", issues: [{ path: "", message: `This is not JSON: ${message}` }] };
  }
  const parsed = parseEventPattern(filter);
  if (parsed.outcome === "invalid") return parsed;
  const { pattern } = parsed;
  return {
    outcome: "compiled",
    filter: isObject(filter) ? { ...filter } : undefined,
    judge: (event) => {
      const matches = matchesPattern(pattern, event);
      return { matches, misses: matches ? [] : missesOf(filter, [], event) };
    },
  };
}

/** Each condition judged alone. Alternatives (`$or`) are one condition: none of them holds. */
function missesOf(filter: unknown, path: readonly string[], event: Members): Miss[] {
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, wanted]) => {
    if (isObject(wanted)) return missesOf(wanted, [...path, name], event);
    const alone = parseEventPattern([...path, name].reduceRight<unknown>((inner, key) => ({ [key]: inner }), wanted));
    if (alone.outcome === "invalid" || matchesPattern(alone.pattern, event)) return [];
    const fields = name === "$or" ? path : [...path, name];
    return [{ field: [...path, name].join("."), wanted, found: valueAt(event, fields) }];
  });
}

function valueAt(value: unknown, [field, ...rest]: readonly string[]): unknown {
  if (field === undefined) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => valueAt(one, [field, ...rest]));
  return isObject(value) && Object.hasOwn(value, field) ? valueAt(value[field], rest) : undefined;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
