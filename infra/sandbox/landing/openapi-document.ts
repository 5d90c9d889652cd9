import type { SandboxHono } from "../http/endpoint.ts";

/** OpenAPI 3.1 at `/openapi.json`, from the same schemas that the endpoints validate with. */
export function openapiDocument(app: SandboxHono): void {
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "oauth", {
    type: "oauth2",
    flows: {
      clientCredentials: {
        tokenUrl: "/{instanceName}/auth/api/v1/token",
        scopes: { read: "All safe methods", write: "All mutations" },
      },
    },
  });
  registry.registerComponent("securitySchemes", "basic", { type: "http", scheme: "basic" });
  registry.registerComponent("securitySchemes", "session", { type: "apiKey", in: "cookie", name: "X-ACCESS-TOKEN" });
  app.doc31("/openapi.json", (context) => ({
    openapi: "3.1.0",
    info: {
      title: "Partner API",
      version: "1",
      description: "The partner-facing interface of a multi-tenant case and engagement management platform (sandbox).",
    },
    servers: [{ url: new URL(context.req.url).origin }],
  }));
}
