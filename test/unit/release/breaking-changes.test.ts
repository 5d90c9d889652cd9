import { describe, expect, test } from "vitest";
import { breakingChanges } from "../../release/breaking-changes.ts";
import type { Schema } from "../../release/surface.ts";
import { aSurface, type Change } from "./a-surface.ts";

const object = (properties: { [name: string]: Schema }, ...required: string[]): Schema => ({
  ...{ type: "object", properties, required },
});
const text: Schema = { type: "string" };
const number: Schema = { type: "number" };
const field = (schema: Schema) => object({ name: schema });
const reads = (who: string, scope: string) => ({ operation: { "x-feedhook-access": { who, scope } } });
const limited = (...parameters: object[]) => ({ operation: { parameters } });

const withoutBody: Change = { operation: { requestBody: undefined } };

type Row = readonly [what: string, before: Change, now: Change, sentence: string | undefined];

const operations: readonly Row[] = [
  ["scope", {}, reads("partner", "admin"), "Requests of `POST /v1/things`: the scope `admin` is now required."],
  ["operator", {}, reads("operator", "read"), "Requests of `POST /v1/things`: an operator's key is now required."],
  ["access to partners", reads("operator", "read"), {}, undefined],
  ["parameter", {}, limited(), "Requests of `POST /v1/things`: the parameter `limit` is removed."],
  [
    "shared required parameter",
    limited(),
    limited({ $ref: "#/components/parameters/Page" }),
    "Requests of `POST /v1/things`: the parameter `page` is now required.",
  ],
  [
    "parameter's bound",
    {},
    limited({ name: "limit", in: "query", schema: { type: "integer", maximum: 50 } }),
    "Requests of `POST /v1/things`: the `maximum` of `limit` is now `50`, and was `100`.",
  ],
  ["optional parameter", limited(), {}, undefined],
  [
    "required body",
    withoutBody,
    { operation: { requestBody: { required: true, content: {} } } },
    "Requests of `POST /v1/things`: a body is now required.",
  ],
  ["body", {}, withoutBody, "Requests of `POST /v1/things`: a body of `application/json` is removed."],
  [
    "response",
    {},
    { operation: { responses: { 202: {} } } },
    "Responses of `POST /v1/things`: the response 200 is removed.",
  ],
  [
    "header",
    {},
    { operation: { responses: { 200: { content: { "application/json": { schema: {} } } } } } },
    "Responses of `POST /v1/things`: the header `ETag` of the response 200 is removed.",
  ],
];

const name = "`name`";
const requests: readonly (readonly [what: string, before: Schema, now: Schema, change: string | undefined])[] = [
  ["removed field", field(text), object({}), `${name} is removed`],
  ["new required field", object({}), object({ name: text }, "name"), `${name} is now required`],
  ["field that becomes required", field(text), object({ name: text }, "name"), `${name} is now required`],
  ["new optional field", object({}), field(text), undefined],
  ["narrower type", field({ type: ["string", "null"] }), field(text), `${name} no longer accepts \`null\``],
  ["wider type", field({ type: "integer" }), field(number), undefined],
  ["type instead of any", field({}), field(text), `${name} no longer accepts any type`],
  ["fewer values", field({ enum: ["a", "b"] }), field({ enum: ["a"] }), `${name} no longer accepts \`"b"\``],
  ["values instead of any", field(text), field({ ...text, const: "a" }), `${name} now accepts only \`"a"\``],
  ["more values", field({ const: "a" }), field({ enum: ["a", "b"] }), undefined],
  [
    "stricter bound",
    field({ ...text, minLength: 1 }),
    field({ ...text, minLength: 2 }),
    `the \`minLength\` of ${name} is now \`2\`, and was \`1\``,
  ],
  ["weaker bound", field({ ...text, maxLength: 1 }), field(text), undefined],
  [
    "pattern",
    field(text),
    field({ ...text, pattern: "^a" }),
    `the \`pattern\` of ${name} is now \`"^a"\`, and was unset`,
  ],
  ["default", field({ default: 1 }), field({ default: 2 }), `the \`default\` of ${name} is now \`2\`, and was \`1\``],
  [
    "closed object",
    object({}),
    { ...object({}), additionalProperties: false },
    "the body no longer accepts other fields",
  ],
  [
    "elements",
    { type: "array", items: field(text) },
    { type: "array", items: field(number) },
    "`[].name` no longer accepts `string`",
  ],
  [
    "fields by name",
    { additionalProperties: { type: ["string", "number"] } },
    { additionalProperties: text },
    "`*` no longer accepts `number`",
  ],
  [
    "one of several alternatives",
    { anyOf: [field(text), number] },
    { anyOf: [number, object({ name: text }, "name"), text] },
    `${name} is now required`,
  ],
];

const responses: typeof requests = [
  ["removed field", field(text), object({}), `${name} is removed`],
  ["field that becomes optional", object({ name: text }, "name"), field(text), `${name} may now be absent`],
  ["new field", object({}), object({ name: text }, "name"), undefined],
  ["wider type", field(text), field({ type: ["string", "null"] }), `${name} may now be \`null\``],
  ["fraction", field({ type: "integer" }), field(number), `${name} may now be \`number\``],
  ["any type", field(text), field({}), `${name} may now be any type`],
  ["narrower type", field({}), field(text), undefined],
  ["more values", field({ enum: ["a"] }), field({ enum: ["a", "b"] }), `${name} may now be \`"b"\``],
  ["any value", field({ ...text, enum: ["a"] }), field(text), `${name} may now have any value`],
  ["more values that readers expect", field({ enum: ["a"], "x-open-enum": true }), field({ enum: ["b"] }), undefined],
  ["wider bound", field({ ...text, maxLength: 1 }), field(text), undefined],
];

test.each(operations)("operation: %s", (_, before, now, sentence) => {
  expect(breakingChanges(aSurface(before), aSurface(now))).toEqual(sentence === undefined ? [] : [sentence]);
});

test.each(requests)("request: %s", (_, before, now, change) => {
  const sentences = breakingChanges(aSurface({ request: before }), aSurface({ request: now }));
  expect(sentences).toEqual(change === undefined ? [] : [`Requests of \`POST /v1/things\`: ${change}.`]);
});

test.each(responses)("response and event: %s", (_, before, now, change) => {
  const response = breakingChanges(aSurface({ response: before }), aSurface({ response: now }));
  expect(response).toEqual(change === undefined ? [] : [`Responses of \`POST /v1/things\`: ${change}.`]);
  const event = breakingChanges(aSurface({ event: before }), aSurface({ event: now }));
  expect(event).toEqual(change === undefined ? [] : [`Events of type \`person.created\`: ${change}.`]);
});

describe("whole parts", () => {
  test("a removed operation and a removed event type are named", () => {
    const before = aSurface();
    const now = aSurface({ schemas: { WebhookEvent: {} } });
    now.api.paths = {};
    expect(breakingChanges(before, now)).toEqual([
      "`POST /v1/things` is removed.",
      "Events of type `person.created`: the type is removed.",
    ]);
    expect(breakingChanges(now, before)).toEqual([]);
  });

  test("a change that many operations share is one sentence", () => {
    const [before, now] = [aSurface({ response: field(text) }), aSurface({ response: object({}) })];
    for (const { api } of [before, now]) {
      for (const at of [2, 3, 4, 5, 6, 7]) api.paths[`/v1/${at}`] = { ...api.paths["/v1/things"] };
    }
    expect(breakingChanges(before, now)).toEqual([
      "Responses of `POST /v1/things`, `POST /v1/2`, `POST /v1/3`, `POST /v1/4`, `POST /v1/5` and 2 more: `name` is removed.",
    ]);
  });

  test("references, parts and schemas that contain themselves are compared", () => {
    const change = (leaf: Schema): Change => ({
      request: { $ref: "#/components/schemas/Node" },
      schemas: {
        Node: {
          allOf: [
            { $ref: "#/components/schemas/Leaf" },
            object({ next: { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] } }),
          ],
        },
        Leaf: leaf,
      },
    });
    expect(breakingChanges(aSurface(change(field(text))), aSurface(change(field(number))))).toEqual([
      "Requests of `POST /v1/things`: `name` no longer accepts `string`.",
      "Requests of `POST /v1/things`: `next.name` no longer accepts `string`.",
    ]);
  });

  test("exports", () => {
    const before = { events: ["read", "Event", "Event.id"], client: ["Options", "Options.key?"], old: ["thing"] };
    const now = { events: ["Event", "Event.at"], client: ["Options", "Options.key", "Options.url", "New.id"] };
    expect(breakingChanges(aSurface({ exports: before }), aSurface({ exports: now }))).toEqual([
      "`events` no longer exports `read`.",
      "`events` no longer exports `Event.id`.",
      "`client` now requires `Options.key`.",
      "`client` now requires `Options.url`.",
      "The module `old` is removed.",
    ]);
  });
});
