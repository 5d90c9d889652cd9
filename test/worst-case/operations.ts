import * as fc from "fast-check";
import { filters } from "./filters.ts";
import { anyObject, fieldsOf, type Known, longText, type Schema, type Schemas, valuesOf } from "./schema-values.ts";
import type { World } from "./world.ts";

type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly schema: Schema };
type Documented = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>;
  };
  readonly "x-feedhook-access": { readonly who: "partner" | "operator" };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Schemas; readonly parameters: Readonly<Record<string, Parameter>> };
};

/**
 * Every part of a request that its sender chooses, by `<place>:<name>`; `body:` is a body that doesn't match the schema
 * at all.
 */
export type Slots = Readonly<Record<string, fc.Arbitrary<unknown>>>;
export type Candidate = Readonly<Record<string, unknown>>;

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly who: "partner" | "operator";
  readonly slots: Slots;
  /** The document's own example, where the search starts. */
  readonly example: Candidate;
};

export async function documentOf({ api }: Pick<World, "api">): Promise<Document> {
  return JSON.parse(await (await api.app.request("/v1/openapi.json")).text()) as Document;
}

/** Every operation of the document with the choices in its requests. */
export function operationsOf(document: Document, world: World): Operation[] {
  const { schemas, parameters: shared } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const { operationId: id, parameters = [], requestBody } = operation;
      const known = knownOf(world, id);
      const slots: Record<string, fc.Arbitrary<unknown>> = {};
      for (const each of parameters) {
        const {
          name,
          in: place,
          schema,
        } = each.$ref === undefined ? each : (shared[each.$ref.split("/").at(-1) ?? ""] ?? each);
        if (name.toLowerCase() === "feedhook-partner") continue;
        const own = place === "path" ? pathValue(world, path, id, name) : known[name];
        slots[`${place}:${name}`] =
          place === "path" ? (own ?? fc.constant("none")) : fc.option(own ?? valuesOf(schema, schemas, known));
      }
      const { schema, example: body = {} } = Object.values(requestBody?.content ?? {})[0] ?? {};
      const whole = schema?.$ref === undefined ? schema : schemas[schema.$ref.split("/").at(-1) ?? ""];
      if (whole !== undefined) {
        for (const [name, arbitrary] of Object.entries(fieldsOf(whole, schemas, known))) {
          slots[`json:${name}`] = fc.option(arbitrary, { freq: 8, nil: undefined });
        }
        slots["body:"] = fc.option(
          fc.oneof(
            wholeBodies,
            anyObject.map((one) => JSON.stringify(one)),
          ),
          { freq: 1, nil: undefined },
        );
      }
      const example = Object.fromEntries(Object.entries(body).map(([name, value]) => [`json:${name}`, value]));
      return { id, method: method.toUpperCase(), path, who: operation["x-feedhook-access"].who, slots, example };
    }),
  );
}

/** Bodies at the limit and just above it, which no schema describes. */
const wholeBodies = fc.constantFrom(
  ...["[".repeat(262_000), `{${'"a":{'.repeat(40_000)}`, `"${"\\u0000".repeat(43_000)}"`, "x".repeat(262_145)],
  JSON.stringify(Object.fromEntries(Array.from({ length: 18_000 }, (_, at) => [`field-${at}`, at]))),
  `{"${"n".repeat(262_000)}":1}`,
);

/** Fields and parameters whose schema doesn't show what makes them expensive. */
function knownOf({ ids, events, api }: World, operation: string): Known {
  const text = (value: string) => fc.constant(value);
  const position = Buffer.from(`3:${"A".repeat(22)}:9999-12-31T00:00:00Z`).toString("base64url");
  return {
    filter: filters,
    sample: anyObject,
    data: anyObject,
    instance: fc.oneof({ weight: 4, arbitrary: text("acme") }, text("none")),
    instances: fc.constantFrom(
      ["acme"],
      Array.from({ length: 100 }, () => "acme"),
      Array.from({ length: 1_000 }, (_, at) => `i${at}`),
    ),
    events: fc.constantFrom(
      events.slice(-200),
      Array.from({ length: 200 }, () => events[0]),
    ),
    ackIds: fc.constantFrom(
      events.slice(-100).map((one) => `${one}.0`),
      events.slice(-100).map((one) => `${one}.1`),
      Array.from({ length: 100 }, () => `${events[0]}.${"9".repeat(30)}`),
    ),
    event: operation === "testFilter" ? fc.constantFrom(ids.event, undefined) : text(ids.event),
    url: fc.oneof(
      ...[50, 1_900, 2_040, 200_000].map((length) =>
        text(`https://hooks.example.com/${"é".repeat(length / 6)}${"x".repeat(7)}`),
      ),
      ...[1, 2_000].map((length) => text(`https://${"a.".repeat(length)}example.com/`)),
    ),
    slackUrl: fc.constantFrom(
      `https://chat.example.com/${"p".repeat(2_000)}`,
      `https://chat.example.com/${"é".repeat(1_900)}`,
    ),
    teamsUrl: fc.constantFrom(`https://teams.example.com/${"p".repeat(2_000)}`),
    portalOrigins: fc.constantFrom(
      Array.from({ length: 20 }, (_, at) => `https://${`${"a".repeat(50)}.`.repeat(4)}${at}.example`),
    ),
    eventTypes: fc.oneof(
      fc.constantFrom(
        ["*"],
        ["person.*"],
        Array.from({ length: 100 }, () => "person.updated"),
      ),
      fc.array(fc.constantFrom("person.updated", "document.created", "company.*"), { minLength: 100, maxLength: 100 }),
      text("x".repeat(5_000)).map((type) => [`person.${type}`]),
    ),
    cursor: fc.oneof(text(position), longText(1, 2_048), fc.base64String({ maxLength: 2_048 })),
    subscription: text(ids.push),
    subject:
      operation === "replayEvents" || operation === "createErasure"
        ? fc.constantFrom(
            { type: "person", id: "7" },
            { type: "person", id: "é".repeat(4_096) },
            { type: "x".repeat(64), id: "7" },
          )
        : fc.constantFrom(ids.subject, `person/${"é".repeat(500)}`, `document/${"/".repeat(590)}`),
    confirm: fc.constantFrom(ids.partner, api.services.version),
    "Idempotency-Key": fc.uuid(),
    "If-None-Match": fc.constantFrom('"x"', `"${"x".repeat(250)}"`, undefined),
  };
}

/** What a path parameter names; an unknown one is refused, which is also a candidate. */
function pathValue({ ids }: World, path: string, operation: string, name: string): fc.Arbitrary<unknown> | undefined {
  if (name === "id" && path.startsWith("/v1/events/")) return fc.constant(ids.event);
  if (name === "id" && path.startsWith("/v1/feeds/")) return fc.constant(ids.walk);
  if (name === "id" && /\/(poll|ack)$/.test(path)) return fc.constant(ids.pull);
  if (name === "key" && operation === "revokeOperatorKey") return fc.constant(ids.operatorKey);
  const values: Readonly<Record<string, string>> = {
    ...{ id: ids.push, event: ids.event, partner: ids.partner, replay: ids.replay, key: ids.key, row: ids.row },
    ...{ name: "acme", source: "person", type: "person.updated", queue: "deliver" },
  };
  const value = values[name];
  return value === undefined ? undefined : fc.constant(value);
}
