import type { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { ApiEnv } from "../access/access.ts";
import type { Schema, Schemas } from "./body-examples.ts";
import { completeOperation, operation } from "./complete-operation.ts";
import { headers, parameters } from "./document-parts.ts";
import { markOpenEnumerations } from "./open-enumerations.ts";
import { webhookOperations, webhookSchemas } from "./webhook-operations.ts";

const description = `Feedhook reads a partner platform that can only be polled, and delivers every change as a signed webhook.

Errors are problem documents (RFC 9457). Use \`type\` to tell them apart. To get the next page of a list, pass \`nextCursor\` as
\`cursor\`. Times are in ISO 8601 and UTC. A request that contains an unknown field fails. In responses and events, ignore
fields that you don't know, and expect new values in open enumerations (\`x-open-enum\`).`;

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

const generated = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.custom<Schema>()) }),
});

/** Declares the API key, because no route does. */
export function describeApi(app: OpenAPIHono<ApiEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "The API key.",
  });
}

/** The OpenAPI 3.1 document: what the routes declare, what the middlewares add to each, and the webhooks. */
export function openApiDocument(app: OpenAPIHono<ApiEnv>) {
  const { paths, components, ...rest } = generated.parse(app.getOpenAPI31Document(documentConfig));
  const schemas: Schemas = { ...components.schemas, ...webhookSchemas() };
  const completed = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([method, given]) => [method, completeOperation(method, given, schemas)] as const,
    );
    return [path, Object.fromEntries(operations)] as const;
  });
  const document = {
    ...rest,
    paths: Object.fromEntries(completed),
    webhooks: webhookOperations(),
    components: { ...components, schemas, headers, parameters },
  };
  return markOpenEnumerations(document);
}
