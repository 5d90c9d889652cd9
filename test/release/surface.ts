import * as z from "zod";

/** The part of JSON Schema that says which values are valid. Parsing drops descriptions and examples. */
const schema = z.object({
  $ref: z.string().exactOptional(),
  type: z.union([z.string(), z.array(z.string())]).exactOptional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).exactOptional(),
  "x-open-enum": z.boolean().exactOptional(),
  default: z.unknown().optional(),
  minimum: z.number().exactOptional(),
  exclusiveMinimum: z.number().exactOptional(),
  minLength: z.number().exactOptional(),
  minItems: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  maxLength: z.number().exactOptional(),
  maxItems: z.number().exactOptional(),
  pattern: z.string().exactOptional(),
  format: z.string().exactOptional(),
  required: z.array(z.string()).exactOptional(),
  discriminator: z.object({ mapping: z.record(z.string(), z.string()) }).exactOptional(),
  get properties() {
    return z.record(z.string(), schema).exactOptional();
  },
  get items() {
    return schema.exactOptional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schema]).exactOptional();
  },
  get allOf() {
    return z.array(schema).exactOptional();
  },
  get anyOf() {
    return z.array(schema).exactOptional();
  },
  get oneOf() {
    return z.array(schema).exactOptional();
  },
});
export type Schema = z.infer<typeof schema>;
export type Schemas = { readonly [name: string]: Schema };

const content = z.record(z.string(), z.object({ schema }));
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().exactOptional(),
  schema,
});
export type Parameter = z.infer<typeof parameter>;

const operation = z.object({
  parameters: z.array(z.union([z.object({ $ref: z.string() }), parameter])).exactOptional(),
  requestBody: z.object({ required: z.boolean().exactOptional(), content }).exactOptional(),
  responses: z.record(
    z.string(),
    z.object({ content: content.exactOptional(), headers: z.record(z.string(), z.object({})).exactOptional() }),
  ),
  "x-feedhook-access": z.object({ who: z.string(), scope: z.string() }).exactOptional(),
});
export type Operation = z.infer<typeof operation>;

const api = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
  }),
});
export type Api = z.infer<typeof api>;

/** What users' programs rely on, and therefore what a release may not break without notice. */
export const surface = z.object({
  /** The OpenAPI document, which also has the schema of every event. */
  api,
  /** The exports of each module of a package, and their members: `ReceiverOptions`, `ReceiverOptions.memory?`. */
  exports: z.record(z.string(), z.array(z.string())),
});
export type Surface = z.infer<typeof surface>;
