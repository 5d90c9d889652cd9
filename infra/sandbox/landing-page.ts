import { html } from "hono/html";
import type { SandboxHono } from "./http/endpoint.ts";
import type { Instance } from "./store/instance.ts";

export interface ShownAccess {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sessionCookie: string;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:#f4f5f7;border-radius:4px;padding:.1em .3em}
pre{padding:.8em;overflow:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e3e5e8;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e8eb}code,pre{background:#23272d}td,th{border-color:#343a42}}`;

/** Shows the credentials, because they are samples. */
export function landingPage(
  app: SandboxHono,
  instances: ReadonlyMap<string, Instance>,
  access: readonly ShownAccess[],
): void {
  app.get("/", (context) => {
    const { origin } = new URL(context.req.url);
    const [first] = access;
    const rows = app.openAPIRegistry.definitions.flatMap((definition) =>
      definition.type === "route" ? [definition.route] : [],
    );
    return context.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Partner API sandbox</title><style>${style}</style></head><body>
<h1>Partner API sandbox</h1>
<p>A complete implementation of the Partner API in one process, for developing integrations. It reproduces the behaviour
of the platform that surprises consumers: late commits, microsecond columns behind millisecond cursors, repeated rows,
expiring cursors, and records that the token's user may not see. None of the data is real.</p>
<h2>Credentials</h2>
<table><tr><th>Instance</th><th>Client id</th><th>Client secret</th><th>Session cookie</th><th>Records</th></tr>
${access.map((one) => {
  const tables = instances.get(one.name)?.tables;
  const records = tables ? tables.person.size + tables.company.size + tables.project.size + tables.activity.size : 0;
  return html`<tr><td>${one.name}</td><td><code>${one.clientId}</code></td><td><code>${one.clientSecret}</code></td><td><code>X-ACCESS-TOKEN=${one.sessionCookie}</code></td><td>${records}</td></tr>`;
})}</table>
<h2>First call</h2>
<pre>TOKEN=$(curl -s -u '${first?.clientId}:${first?.clientSecret}' -d 'grant_type=client_credentials' \\
  --data-urlencode 'scope=read write' ${origin}/${first?.name}/auth/api/v1/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -H "Authorization: Bearer $TOKEN" '${origin}/${first?.name}/api/v1/en/person?limit=2'</pre>
<h2>Endpoints</h2>
<p><a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1) describes them in full.</p>
<table>${rows.map((row) => html`<tr><td><code>${row.method.toUpperCase()}</code></td><td><code>${row.path}</code></td><td>${row.summary}</td></tr>`)}</table>
<h2>Helpers outside the contract</h2>
<table>${helpers.map(([path, purpose]) => html`<tr><td><code>${path}</code></td><td>${purpose}</td></tr>`)}</table>
</body></html>`);
  });
}

/** The helpers need no token and aren't part of the Partner API. */
const helpers: readonly (readonly [string, string])[] = [
  ["GET /__sandbox/journal?after=N", "Every committed change with its visibility time and the resulting record"],
  [
    "GET /__sandbox/{instance}/directory",
    "Ids that bodies can refer to and that no endpoint lists: groups, statuses, classifications, phases, rooms",
  ],
  ["GET, PATCH /__sandbox/{instance}/settings", "Switches, lifetimes and delays"],
  ["GET, POST, DELETE /__sandbox/faults", 'Fault injection: {"spec": "500=0.02:4,slow=0.1:2000"}'],
  ["POST /__sandbox/{instance}/rooms", "Create a document share room; DELETE …/rooms/{id} removes it"],
  ["POST /__sandbox/{instance}/documents/{id}/shortcuts", "Add a shortcut to a document with any owner, even a room"],
  ["POST /__sandbox/{instance}/documents/{id}/relocation", "Give a document another owner"],
  ["POST /__sandbox/{instance}/system-folder", "Return the id of an owner's internal folder"],
  ["POST /__sandbox/{instance}/imports", "Create many persons with the same change time"],
  [
    "POST /__sandbox/{instance}/credentials",
    "Create a credential that acts as any person, optionally with another person acting on that person's behalf",
  ],
  ["POST /__sandbox/{instance}/sessions", "Log a person in and return the X-ACCESS-TOKEN cookie"],
];

/** The document at `/openapi.json` is made from the schemas that the endpoints validate with. */
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
