import type { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { ApiEnv } from "../access/access.ts";
import { bodyExample, type Schema, type Schemas } from "./body-examples.ts";
import { headers, parameters } from "./document-parts.ts";
import { webhookOperations, webhookSchemas } from "./webhook-operations.ts";

const description = `Feedhook reads a partner platform that can only be polled, and delivers every change as a signed webhook.

Errors are problem documents (RFC 9457). Use \`type\` to tell them apart. To get the next page of a list, pass \`nextCursor\`
as \`cursor\`. Times are in UTC, in ISO 8601 format. A request that contains an unknown field fails. In responses and
events, ignore fields that you don't know, and expect new values in open enumerations (\`x-open-enum\`).`;

const documentConfig = {
  openapi: "3.1.0",
  info: {
    title: "Feedhook management API",
    version: "1",
    description,
    contact: { name: "The operator of this bridge" },
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "/", description: "The bridge that serves this document." }],
  tags: [
    { name: "Subscriptions", description: "Endpoints and pull queues that receive events." },
    { name: "Events", description: "Published events and their types." },
    { name: "Partners", description: "Customers of the bridge, each with its own keys and subscriptions." },
    { name: "Alerts", description: "Messages about endpoints by email, chat or PagerDuty." },
    { name: "Keys", description: "API keys and their scopes." },
    { name: "Instances", description: "The customer installations that Feedhook polls." },
    { name: "Feeds", description: "The lists and timelines that Feedhook polls." },
    { name: "Replays", description: "Jobs that send stored events again." },
    { name: "Pull", description: "Fetch events from a pull queue." },
    { name: "Status", description: "The bridge's status." },
    { name: "Webhooks", description: "The requests that endpoints receive." },
  ],
};

const content = z.record(z.string(), z.looseObject({ schema: z.custom<Schema>(), examples: z.unknown().optional() }));
const withBody = z.looseObject({ content: content.optional() });
const operation = z.looseObject({
  requestBody: withBody.optional(),
  responses: z.record(z.string(), withBody),
});
const generated = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.custom<Schema>()) }),
});

/** No route declares the API key. */
const securitySchemes = { apiKey: { type: "http", scheme: "bearer", description: "The API key." } };

export function openApiDocument(app: OpenAPIHono<ApiEnv>) {
  const { paths, components, ...rest } = generated.parse(app.getOpenAPI31Document(documentConfig));
  const schemas: Schemas = { ...components.schemas, ...webhookSchemas() };
  const document = {
    ...rest,
    paths: eachOf(paths, (methods) =>
      eachOf(methods, ({ requestBody, responses, ...given }) => ({
        ...given,
        ...(requestBody && { requestBody: exampled(requestBody, schemas, true) }),
        responses: eachOf(responses, (one) => exampled(one, schemas, false)),
      })),
    ),
    webhooks: webhookOperations(),
    components: { schemas, securitySchemes, parameters, headers },
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return markOpenEnumerations(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
}

function exampled(one: z.infer<typeof withBody>, schemas: Schemas, isRequest: boolean) {
  return {
    ...one,
    ...(one.content && {
      content: eachOf(one.content, (body) =>
        body.examples === undefined ? { ...body, example: bodyExample(body.schema, schemas, isRequest) } : body,
      ),
    }),
  };
}

function eachOf<T, U>(members: Readonly<Record<string, T>>, change: (member: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Marks enumerations in responses and events as open, because a newer bridge may send values that aren't listed.
 * Enumerations in requests stay closed, including those in schemas that requests share with responses.
 */
function markOpenEnumerations(
  document: { readonly components: { readonly schemas: Node } },
  requestBodies: unknown,
): unknown {
  const inRequests = new Set<string>();
  collect(requestBodies, document.components.schemas, inRequests);
  return marked(document, inRequests, false);
}

function collect(value: unknown, schemas: Node, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, schemas, names);
    return;
  }
  if (!isNode(value)) return;
  const { $ref } = value;
  const name = typeof $ref === "string" ? $ref.replace("#/components/schemas/", "") : undefined;
  if (name !== undefined && !names.has(name)) {
    names.add(name);
    collect(schemas[name], schemas, names);
  }
  for (const member of Object.values(value)) collect(member, schemas, names);
}

function marked(value: unknown, closed: ReadonlySet<string>, isAnswer: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => marked(element, closed, isAnswer));
  if (!isNode(value)) return value;
  const members = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    if (name === "example" || name === "examples") return [name, member];
    const opens = name === "responses" || name === "webhooks" || name === "schemas";
    const closes = name === "requestBody" && !isAnswer;
    const inner = closes || (closed.has(name) && isNode(member)) ? false : isAnswer || opens;
    return [name, marked(member, closed, inner)];
  });
  const copy: Record<string, unknown> = Object.fromEntries(members);
  const { enum: values } = value;
  return isAnswer && Array.isArray(values) && values.length > 1 ? { ...copy, "x-open-enum": true } : copy;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
