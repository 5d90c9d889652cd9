import { type Schema, type Surface, surface } from "../../release/surface.ts";

export type Change = {
  readonly request?: Schema;
  readonly response?: Schema;
  readonly event?: Schema;
  readonly operation?: object;
  readonly schemas?: { readonly [name: string]: Schema };
  readonly exports?: Surface["exports"];
};

const json = (schema: Schema) => ({ content: { "application/json": { schema } } });

/** A surface with one operation, one event, and the given parts. */
export function aSurface(change: Change = {}): Surface {
  const { request = {}, response = {}, event = {}, operation, schemas, exports = {} } = change;
  const post = {
    parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }],
    requestBody: json(request),
    responses: { 200: { ...json(response), headers: { ETag: {} } }, 409: json({}) },
    "x-feedhook-access": { who: "partner", scope: "read" },
    ...operation,
  };
  const mapping = { "person.created": "#/components/schemas/PersonCreatedEvent" };
  const document = {
    api: {
      paths: { "/v1/things": { post } },
      components: {
        schemas: { WebhookEvent: { discriminator: { mapping } }, PersonCreatedEvent: event, ...schemas },
        parameters: { Page: { name: "page", in: "query", required: true, schema: {} } },
      },
    },
    exports,
  };
  // Drops what a change sets to undefined.
  return surface.parse(JSON.parse(JSON.stringify(document)));
}
