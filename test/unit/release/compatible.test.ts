import { Ajv } from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { breakingChanges } from "../../release/breaking-changes.ts";
import type { Schema } from "../../release/surface.ts";
import { aSurface } from "./a-surface.ts";

const names = ["a", "b"] as const;
const bound = fc.integer({ min: 0, max: 2 });
const { schema } = fc.letrec<{ schema: Schema; object: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Schema>({ type: "string" }, { type: "integer" }, { type: ["number", "null"] }, {}),
    fc.record({ type: fc.constant("string"), minLength: bound, maxLength: bound }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("number"), minimum: bound, maximum: bound }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("string"), enum: fc.subarray(["", "a", "bb"], { minLength: 1 }) }),
    fc.record({ const: fc.constantFrom("a", 1, null) }),
    tie("object"),
    fc.record({ type: fc.constant("array"), items: tie("schema"), maxItems: bound }, { requiredKeys: ["type"] }),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("object"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
  ),
  object: fc
    .record({ properties: fc.dictionary(fc.constantFrom(...names), tie("schema")), needed: fc.subarray([...names]) })
    .map(({ properties, needed }) => ({
      ...{ type: "object", properties: { ...properties } },
      required: needed.filter((name) => name in properties),
    })),
}));

/** The schema with every object changed. */
function withObjects(change: (object: Schema) => Schema, { properties, items, anyOf, allOf, ...rest }: Schema): Schema {
  const inner = (one: Schema) => withObjects(change, one);
  return {
    ...rest,
    ...(properties &&
      change({
        properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, inner(member)])),
      })),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
  };
}
const extended = (one: Schema): Schema =>
  withObjects(({ properties }) => ({ properties: { ...properties, added: { type: "string" } } }), one);
/** The API refuses unknown fields, so a new optional field breaks no request. */
const closed = (one: Schema): Schema => withObjects((object) => ({ ...object, additionalProperties: false }), one);

const everywhere = (one: Schema) => ({ request: one, response: one, event: one });

test("every surface is compatible with itself", () => {
  fc.assert(
    fc.property(schema, (one) => {
      expect(breakingChanges(aSurface(everywhere(one)), aSurface(everywhere(one)))).toEqual([]);
    }),
  );
});

test("optional additions break nothing", () => {
  fc.assert(
    fc.property(schema, (one) => {
      const mapping = { "person.created": "#/components/schemas/PersonCreatedEvent", "person.new": "" };
      const now = aSurface({
        ...everywhere(extended(one)),
        schemas: { WebhookEvent: { discriminator: { mapping } } },
        exports: { events: ["added"] },
      });
      const { "/v1/things": things } = now.api.paths;
      now.api.paths["/v1/added"] = { ...things };
      things?.["post"]?.parameters?.push({ name: "added", in: "query", schema: {} });
      expect(breakingChanges(aSurface({ ...everywhere(one), exports: { events: [] } }), now)).toEqual([]);
    }),
  );
});

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("", "a", "bb", "ccc", 0, 1, 2, 3, 0.5, null, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("value")),
  ),
})).value;

/** Closed parts of a whole would exclude each other's fields. */
const request = schema.filter((one) => !JSON.stringify(one).includes("allOf")).map(closed);

test("a request that a later version refuses is never called compatible", () => {
  const ajv = new Ajv({ strict: false, logger: false });
  let compatible = 0;
  fc.assert(
    fc.property(request, request, fc.array(values, { minLength: 20, maxLength: 20 }), (before, now, bodies) => {
      if (breakingChanges(aSurface({ request: before }), aSurface({ request: now })).length > 0) return;
      compatible++;
      const [accepted, accepts] = [ajv.compile(before), ajv.compile(now)];
      for (const one of bodies) if (accepted(one)) expect(accepts(one)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(compatible).toBeGreaterThan(5);
});
