import type { OpenAPIHono } from "@hono/zod-openapi";
import { eventTypes } from "../kernel/catalogue.ts";
import type { ApiEnv } from "./access/access.ts";
import { eventAnswer } from "./events/event-schemas.ts";
import { jsonBody } from "./http/route-parts.ts";

const description = `Feedhook reads a partner platform that can only be polled, and delivers every change as a signed webhook.

Errors are problem documents (RFC 9457): branch on \`type\`. Lists have opaque cursors: pass \`nextCursor\` on as \`cursor\`.
Instants are ISO 8601 in UTC. Unknown fields in a request are errors; in answers and events, ignore fields you don't know.`;

const webhookDescription = `An event, signed as Standard Webhooks says: \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. Answer 2xx within the deadline. 410 disables the subscription; 429 and 503 with \`Retry-After\`
are obeyed; anything else is tried again for about three days.`;

const documentConfig = {
  openapi: "3.1.0",
  info: {
    title: "Feedhook management API",
    version: "1",
    description,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "/" }],
  tags: [
    { name: "Subscriptions", description: "Where events go." },
    { name: "Events", description: "What was published." },
    { name: "Partners", description: "Tenants, each with keys of its own." },
    { name: "Keys", description: "Who may do what." },
    { name: "Instances", description: "What is read." },
    { name: "Status", description: "How it is going." },
  ],
};

/** Declares what the routes don't: the API key, and the webhook that subscribers receive. */
export function describeApi(app: OpenAPIHono<ApiEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "The API key.",
  });
  app.openAPIRegistry.registerWebhook({
    method: "post",
    path: "event",
    operationId: "onEvent",
    summary: "An event is delivered",
    description: `${webhookDescription}\n\nTypes: ${eventTypes.join(", ")}.`,
    request: { body: jsonBody(eventAnswer) },
    responses: { 204: { description: "Received" }, 410: { description: "Never send here again" } },
  });
}

export function openApiDocument(app: OpenAPIHono<ApiEnv>) {
  return app.getOpenAPI31Document(documentConfig);
}
