import * as fc from "fast-check";

/** The part of JSON Schema that the document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly example?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
export type Schemas = Readonly<Record<string, Schema>>;

/** Longer than any body may be, because other code must bound what the schema leaves unbounded. */
const unbounded = 250_000;

/** Characters of one to four bytes, longer ones in JSON, or special ones. */
const fill = fc.constantFrom("x", "é", "😀", '"', "\\", "\u0001", "\u202e", " ", "%", "*");

/** Repeats a short text up to a length that is usually a bound. */
export const longText = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fill,
      fc.oneof(fc.constant(max), fc.integer({ min, max: Math.min(max, min + 40) }), fc.integer({ min, max })),
    )
    .map(([unit, length]) =>
      unit
        .repeat(Math.ceil(length / unit.length))
        .slice(0, length)
        .toWellFormed(),
    );

const dates = fc.constantFrom(
  ...["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-11-20T00:00:00Z", "2026-11-21T11:59:59.999Z"],
  ...["2027-11-21T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-11-21T12:00:00+14:00"],
);
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": dates,
  date: dates.map((time) => time.slice(0, 10)),
  email: fc
    .integer({ min: 1, max: 190 })
    .map((length) => `${"a".repeat(Math.min(length, 64))}@${"b.".repeat(length / 2)}example`),
};

/**
 * Values of a schema, more often at its bounds than between them; `known` has those of named fields, which no schema
 * describes.
 */
export function valuesOf(schema: Schema, schemas: Schemas, known: Known = {}): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, type, example } = schema;
  if ($ref !== undefined) return valuesOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas, known);
  const several =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one: string) => ({ ...schema, type: one })) : undefined);
  if (several !== undefined) return fc.oneof(...several.map((one: Schema) => valuesOf(one, schemas, known)));
  const made = ofOneType(schema, schemas, known);
  return example === undefined ? made : fc.oneof({ weight: 4, arbitrary: made }, fc.constant(example));
}

/** Arbitraries by the name of a field or parameter. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

function ofOneType(schema: Schema, schemas: Schemas, known: Known): fc.Arbitrary<unknown> {
  const { enum: values, const: value, type, minimum = 0, maximum = 1e9 } = schema;
  if (values !== undefined) return fc.constantFrom(...values);
  if (value !== undefined) return fc.constant(value);
  if (type === "string") return textOf(schema);
  if (type === "integer")
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }));
  if (type === "number")
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }));
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return listOf(schema, schemas, known);
  if (schema.properties !== undefined) return fc.record(fieldsOf(schema, schemas, known), { requiredKeys: [] });
  const { additionalProperties } = schema;
  if (typeof additionalProperties === "object") {
    const member = fc.oneof(valuesOf(additionalProperties, schemas, known), fc.constant("v".repeat(150)));
    return fc
      .tuple(fc.constantFrom(1, 20, 2_000), fc.constantFrom("x-name", "X", "é"), member)
      .map(([count, name, one]) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}-${at}`, one])),
      );
  }
  return fc.oneof(deepValues, wideValues);
}

export function fieldsOf({ properties = {} }: Schema, schemas: Schemas, known: Known) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, known[name] ?? valuesOf(one, schemas, known)]),
  );
}

function textOf({ pattern, format, minLength = 0, maxLength = unbounded }: Schema): fc.Arbitrary<unknown> {
  const made = formats[format ?? ""];
  if (made !== undefined) return made;
  if (pattern === undefined) return longText(minLength, maxLength);
  return fc.oneof(fc.stringMatching(new RegExp(pattern), { size: "small" }), longText(minLength, maxLength));
}

/** Usually as long as allowed, from a few values that are made different if they are texts. */
function listOf({ items = {}, minItems = 0, maxItems = 20_000 }: Schema, schemas: Schemas, known: Known) {
  const item = valuesOf(items, schemas, known);
  const count = fc.oneof(fc.constant(maxItems), fc.integer({ min: minItems, max: maxItems }), fc.constant(minItems));
  return fc.tuple(count, fc.array(item, { minLength: 1, maxLength: 3 })).map(([length, some]) =>
    Array.from({ length }, (_, at) => {
      const one = some[at % some.length];
      return typeof one === "string" && at >= some.length
        ? `${one.slice(0, one.length - String(at).length)}${at}`
        : one;
    }),
  );
}

/** Objects in objects, nested far deeper than a pattern or an event may be. */
const deepValues = fc
  .tuple(fc.constantFrom(1, 13, 16, 500, 2_000), fc.constantFrom("a", "data", "$or"))
  .map(([depth, name]): unknown =>
    JSON.parse(
      `${JSON.stringify({ [name]: 0 })
        .slice(0, -2)
        .repeat(depth)}{}${"}".repeat(depth)}`,
    ),
  );

/** One list or object with very many elements, the shapes that matchers have to search. */
const wideValues = fc
  .tuple(
    fc.constantFrom<(at: number) => unknown>(
      ...[() => ({}), (at: number) => ({ b: at }), (at: number) => ({ b: `x${at}`, c: at % 7 })],
      ...[
        (at: number) => at,
        (at: number) => at.toString(36),
        () => ["a".repeat(1_000)],
        (at: number) => `1.1.${at % 256}.1`,
      ],
    ),
    fc.constantFrom(10, 1_000, 4_000, 20_000),
    fc.boolean(),
  )
  .map(([make, count, isList]): unknown => {
    const all = Array.from({ length: count }, (_, at) => make(at));
    return isList
      ? { type: "person.updated", a: all }
      : { a: Object.fromEntries(all.map((one, at) => [`f${at}`, one])) };
  });
export const anyObject = fc.oneof(deepValues, wideValues);
