import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import * as z from "zod";
import { noSuchEndpoint, problemResponse as problem, type SandboxEnv, type SandboxHono } from "../http/endpoint.ts";
import { missingRecord, parsed } from "../http/problem.ts";
import { pathId } from "../http/session.ts";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";
import { formatInstant } from "../store/time.ts";
import type { UserSessions } from "./access-tokens.ts";
import { createCredential, revokeCredential } from "./credentials.ts";
import { localeOf, unauthorized, unknownInstance } from "./require-token.ts";

const basePath = "/{instanceName}/auth/api/v1/{locale}/credentials";
const createBody = z.object({
  label: z.string().refine((text) => text.trim() !== "", "must not be blank"),
  accessLevel: z.enum(["READ_ONLY", "READ_WRITE"]),
});
const item = z.object({
  id: z.string(),
  label: z.string(),
  clientId: z.string(),
  accessLevel: z.enum(["READ_ONLY", "READ_WRITE"]),
  createdAt: z.string(),
  status: z.enum(["active", "revoked"]),
  revokedAt: z.string().optional(),
  revokedBy: z.string().optional(),
  lastUsedAt: z.string().optional(),
});
const created = item.pick({ id: true, label: true, clientId: true, accessLevel: true, createdAt: true }).extend({
  clientSecret: z.string(),
});

/** Only logged-in users have access. Bearer tokens are ignored, so a machine can't create credentials. */
export function credentialEndpoints(
  app: SandboxHono,
  instances: ReadonlyMap<string, Instance>,
  sessions: UserSessions,
): void {
  describe(app);
  const path = "/:instanceName/auth/api/v1/:locale/credentials";
  const enter = (context: Context<SandboxEnv>) => enterSession(context, instances, sessions);

  app.post(path, async (context) => {
    const { instance, personId } = enter(context);
    const body = parsed(createBody, await context.req.json().catch(() => undefined));
    const { row, clientSecret } = createCredential(instance, { ...body, actorId: personId, createdBy: personId });
    return context.json({ ...shared(instance, row), clientSecret }, 201);
  });
  app.get(path, (context) => {
    const { instance } = enter(context);
    return context.json(instance.tables.credential.all().map((row) => view(instance, row)));
  });
  app.delete(`${path}/:id`, (context) => {
    const { instance, personId, session } = enter(context);
    const row = instance.tables.credential.get(pathId(session, "credential", context.req.param("id")));
    if (row === undefined) throw missingRecord("credential");
    revokeCredential(instance, row, personId);
    return context.body(null, 204);
  });
}

function enterSession(context: Context<SandboxEnv>, instances: ReadonlyMap<string, Instance>, sessions: UserSessions) {
  const instance = instances.get(context.req.param("instanceName") ?? "");
  if (instance === undefined) throw unknownInstance();
  const locale = localeOf(context.req.param("locale"));
  if (locale === undefined) throw noSuchEndpoint();
  const personId = sessions.find(instance.name, getCookie(context, "X-ACCESS-TOKEN"));
  if (personId === undefined) throw unauthorized();
  return { instance, personId, session: { instance, locale, actorId: personId, actedById: undefined } };
}

function shared(instance: Instance, row: CredentialRow) {
  const { label, clientId, accessLevel } = row;
  return {
    id: instance.ids.mask("credential", row.id),
    label,
    clientId,
    accessLevel,
    createdAt: formatInstant(row.created),
  };
}

function view(instance: Instance, row: CredentialRow): z.infer<typeof item> {
  const lastUsed = instance.lastUse(row.id);
  return {
    ...shared(instance, row),
    status: row.revoked === undefined ? "active" : "revoked",
    ...(row.revoked && {
      revokedAt: formatInstant(row.revoked.at),
      revokedBy: instance.ids.mask("person", row.revoked.by),
    }),
    ...(lastUsed !== undefined && { lastUsedAt: formatInstant(lastUsed * 1000) }),
  };
}

function describe(app: SandboxHono): void {
  const params = z.object({ instanceName: z.string(), locale: z.enum(["en", "no"]) });
  const json = (description: string, schema: z.ZodType) => ({
    description,
    content: { "application/json": { schema } },
  });
  const shape = { tags: ["Credentials"], security: [{ session: [] }] };
  app.openAPIRegistry.registerPath({
    ...shape,
    method: "post",
    path: basePath,
    summary: "Create a credential",
    request: { params, body: { required: true, content: { "application/json": { schema: createBody } } } },
    responses: {
      201: json("Credential with its secret, shown once", created),
      400: problem,
      401: problem,
      404: problem,
    },
  });
  app.openAPIRegistry.registerPath({
    ...shape,
    method: "get",
    path: basePath,
    summary: "List credentials, including revoked ones",
    request: { params },
    responses: { 200: json("Credentials", z.array(item)), 401: problem, 404: problem },
  });
  app.openAPIRegistry.registerPath({
    ...shape,
    method: "delete",
    path: `${basePath}/{id}`,
    summary: "Revoke a credential",
    request: { params: params.extend({ id: z.string() }) },
    responses: { 204: { description: "Revoked" }, 400: problem, 401: problem, 404: problem },
  });
}
