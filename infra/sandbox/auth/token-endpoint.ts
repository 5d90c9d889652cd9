import type { Context } from "hono";
import * as z from "zod";
import type { SandboxHono } from "../http/endpoint.ts";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { authenticate, scopesOf } from "./credentials.ts";

const path = "/{instanceName}/auth/api/v1/token";
const requestSchema = z.object({
  grant_type: z.string(),
  scope: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});
const responseSchema = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number().int(),
  scope: z.string(),
});
const oauthErrorSchema = z.object({
  error: z.enum(["invalid_client", "invalid_scope", "invalid_request", "invalid_grant"]),
  error_description: z.string().optional(),
});
type OAuthError = z.infer<typeof oauthErrorSchema>["error"];

/** The OAuth 2.0 client-credentials grant. Its errors have OAuth's format, not that of a problem document. */
export function tokenEndpoint(app: SandboxHono, instances: ReadonlyMap<string, Instance>, tokens: AccessTokens): void {
  describe(app);
  app.post("/:instanceName/auth/api/v1/token", async (context) => {
    context.header("Cache-Control", "no-store");
    const instance = instances.get(context.req.param("instanceName"));
    if (instance === undefined)
      return context.json({ error: "invalid_request", error_description: "unknown instance" }, 404);
    const form = await readForm(context);
    if (form === undefined) return refuse(context, "invalid_request", "the body is not form-encoded");
    if (form.get("grant_type") === null) return refuse(context, "invalid_request", "grant_type is missing");
    if (form.get("grant_type") !== "client_credentials")
      return refuse(context, "invalid_grant", "unsupported grant_type");
    const credential = authenticateClient(context, instance, form);
    if (credential === undefined) {
      context.header("WWW-Authenticate", 'Basic realm="partner-api"');
      return context.json(
        { error: "invalid_client", error_description: "unknown or revoked client, or wrong secret" },
        401,
      );
    }
    const scopes = [...new Set((form.get("scope") ?? "").split(" ").filter((scope) => scope !== ""))];
    const held = scopesOf(credential);
    if (scopes.length === 0) return refuse(context, "invalid_scope", "scope is required");
    if (scopes.some((scope) => !held.includes(scope)))
      return refuse(context, "invalid_scope", "the credential lacks a requested scope");
    const { token, expiresIn } = tokens.issue(instance, credential, scopes);
    return context.json({ access_token: token, token_type: "Bearer", expires_in: expiresIn, scope: scopes.join(" ") });
  });
}

function refuse(context: Context, error: OAuthError, description: string): Response {
  return context.json({ error, error_description: description }, 400);
}

async function readForm(context: Context): Promise<URLSearchParams | undefined> {
  const mediaType = (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return undefined;
  return new URLSearchParams(await context.req.text());
}

function authenticateClient(context: Context, instance: Instance, form: URLSearchParams): CredentialRow | undefined {
  const header = context.req.header("authorization");
  if (header === undefined) {
    return authenticate(instance, form.get("client_id") ?? "", form.get("client_secret") ?? "");
  }
  const [scheme, encoded = ""] = header.split(" ");
  if (scheme?.toLowerCase() !== "basic") return undefined;
  const pair = basicPair(encoded);
  return pair && authenticate(instance, pair.clientId, pair.clientSecret);
}

export function basicPair(encoded: string): { readonly clientId: string; readonly clientSecret: string } | undefined {
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  // RFC 6749 §2.3.1: the id and the secret are form-encoded before they are joined.
  return { clientId: decodeFormText(text.slice(0, colon)), clientSecret: decodeFormText(text.slice(colon + 1)) };
}

function decodeFormText(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? text;
}

function describe(app: SandboxHono): void {
  const error = (description: string) => ({
    description,
    content: { "application/json": { schema: oauthErrorSchema } },
  });
  app.openAPIRegistry.registerPath({
    method: "post",
    path,
    tags: ["Token"],
    summary: "Issue an access token",
    security: [{ basic: [] }, {}],
    request: {
      params: z.object({ instanceName: z.string() }),
      body: { required: true, content: { "application/x-www-form-urlencoded": { schema: requestSchema } } },
    },
    responses: {
      200: { description: "Token", content: { "application/json": { schema: responseSchema } } },
      400: error("invalid_request, invalid_grant or invalid_scope"),
      401: error("invalid_client"),
      404: error("unknown instance"),
    },
  });
}
