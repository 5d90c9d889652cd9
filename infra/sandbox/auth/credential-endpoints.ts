import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { missingRecord } from "../http/problem.ts";
import { pathId } from "../http/session.ts";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";
import { formatInstant } from "../store/time.ts";
import { createCredential, revokeCredential } from "./credentials.ts";

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

export function credentialEndpoints(app: SandboxHono): void {
  endpoint(app, {
    area: "auth",
    method: "post",
    path: "/credentials",
    summary: "Create a credential, whose secret is shown once",
    body: createBody,
    status: 201,
    answer: created,
    handle: ({ session: { instance, actorId }, body }) => {
      const { row, clientSecret } = createCredential(instance, { ...body, actorId, createdBy: actorId });
      return { body: { ...shared(instance, row), clientSecret } };
    },
  });
  endpoint(app, {
    area: "auth",
    method: "get",
    path: "/credentials",
    summary: "List credentials, including revoked ones",
    answer: z.array(item),
    handle: ({ session: { instance } }) => ({
      body: instance.tables.credential.all().map((row) => view(instance, row)),
    }),
  });
  endpoint(app, {
    area: "auth",
    method: "delete",
    path: "/credentials/{id}",
    summary: "Revoke a credential",
    status: 204,
    handle: ({ session, path }) => {
      const { instance, actorId } = session;
      const row = instance.tables.credential.get(pathId(session, "credential", path("id")));
      if (row === undefined) throw missingRecord("credential");
      revokeCredential(instance, row, actorId);
      return {};
    },
  });
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
