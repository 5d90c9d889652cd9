import * as z from "zod";
import type { UserSessions } from "../auth/access-tokens.ts";
import { createCredential } from "../auth/credentials.ts";
import { addShortcut, relocateDocument } from "../documents/document-operations.ts";
import type { SandboxHono } from "../http/endpoint.ts";
import { missingRecord } from "../http/problem.ts";
import { pathId, referenceId } from "../http/session.ts";
import { personResource } from "../resources/person/person-endpoints.ts";
import { personCreateBody } from "../resources/person/person-view.ts";
import { createRecord } from "../resources/record-endpoints.ts";
import type { Instance } from "../store/instance.ts";
import { feedOwnerTypes, ownerKey } from "../store/rows.ts";
import { parseInstant } from "../store/time.ts";
import { bodyOf, firstPersonOf, helperOwner, helperSession, instanceOf } from "./oracle-endpoints.ts";

const base = "/__sandbox/:instanceName";

const roomBody = z.object({
  name: z.string().default("Room"),
  ownerPersonId: z.string(),
  memberIds: z.array(z.string()).default([]),
  expires: z.string().optional(),
});
const ownerBody = z.object({ entityType: z.enum(feedOwnerTypes), entityId: z.string() });
const placementBody = ownerBody.extend({ folderId: z.string().nullable().default(null) });
const credentialBody = z.object({
  label: z.string().default("Sandbox"),
  accessLevel: z.enum(["READ_ONLY", "READ_WRITE"]).default("READ_WRITE"),
  /** The person that tokens act as; by default, the first one. */
  actsAs: z.string().optional(),
  /** The acting user of an on-behalf credential. */
  actedBy: z.string().optional(),
});

/** Actions of the platform's user interface for which the contract has no endpoint. They need no token. */
export function interfaceEndpoints(
  app: SandboxHono,
  instances: ReadonlyMap<string, Instance>,
  sessions: UserSessions,
): void {
  roomEndpoints(app, instances);
  placementEndpoints(app, instances);
  importEndpoint(app, instances);

  app.post(`${base}/credentials`, async (context) => {
    const instance = instanceOf(context, instances);
    const { actsAs, actedBy, ...fields } = await bodyOf(context, credentialBody);
    const createdBy = firstPersonOf(instance);
    const { row, clientSecret } = createCredential(instance, {
      ...fields,
      createdBy,
      actorId: actsAs === undefined ? createdBy : personOf(instance, actsAs),
      ...(actedBy !== undefined && { actedById: personOf(instance, actedBy) }),
    });
    return context.json({ id: instance.ids.mask("credential", row.id), clientId: row.clientId, clientSecret }, 201);
  });

  app.post(`${base}/sessions`, async (context) => {
    const instance = instanceOf(context, instances);
    const { personId } = await bodyOf(context, z.object({ personId: z.string() }));
    return context.json({ cookie: sessions.open(instance.name, personOf(instance, personId)) }, 201);
  });
}

function personOf(instance: Instance, text: string): number {
  return referenceId(instance, "person", "person", text, (id) => instance.tables.person.get(id) !== undefined);
}

function roomEndpoints(app: SandboxHono, instances: ReadonlyMap<string, Instance>): void {
  app.post(`${base}/rooms`, async (context) => {
    const instance = instanceOf(context, instances);
    const body = await bodyOf(context, roomBody);
    const ownerPersonId = personOf(instance, body.ownerPersonId);
    const memberIds = body.memberIds.map((text) => personOf(instance, text));
    const expires = body.expires === undefined ? undefined : parseInstant(body.expires);
    const write = instance.startWrite(ownerPersonId);
    const id = instance.ids.mask("room", write.ticket);
    instance.commit(write, (transaction) => {
      transaction.put("room", { id: write.ticket, name: body.name, ownerPersonId, memberIds, expires });
      transaction.record({ resource: "room", operation: "create", id, body });
    });
    return context.json({ id, name: body.name }, 201);
  });

  app.delete(`${base}/rooms/:id`, (context) => {
    const instance = instanceOf(context, instances);
    const text = context.req.param("id");
    const id = pathId(helperSession(instance), "room", text);
    instance.commit(instance.startWrite(firstPersonOf(instance)), (transaction) => {
      transaction.remove("room", id);
      transaction.record({ resource: "room", operation: "delete", id: text });
    });
    return context.body(null, 204);
  });
}

/** Creates many rows with the same change time to the microsecond, as a bulk import in one transaction does. */
function importEndpoint(app: SandboxHono, instances: ReadonlyMap<string, Instance>): void {
  app.post(`${base}/imports`, async (context) => {
    const instance = instanceOf(context, instances);
    const { persons } = await bodyOf(context, z.object({ persons: z.number().int().min(1).max(10_000) }));
    const actorId = firstPersonOf(instance);
    const { at } = instance.startWrite(actorId);
    const ids = Array.from({ length: persons }, (_, place) => {
      const body = personCreateBody.parse({ firstName: "Imported", lastName: `Person ${place}` });
      return instance.ids.mask(
        "person",
        createRecord(instance, personResource, instance.startWrite(actorId, at), body).id,
      );
    });
    return context.json({ ids }, 201);
  });
}

function placementEndpoints(app: SandboxHono, instances: ReadonlyMap<string, Instance>): void {
  app.post(`${base}/documents/:id/:action{shortcuts|relocation}`, async (context) => {
    const instance = instanceOf(context, instances);
    const id = pathId(helperSession(instance), "document", context.req.param("id"));
    const document = instance.tables.document.get(id);
    if (document === undefined) throw missingRecord("document");
    const body = await bodyOf(context, placementBody);
    const owner = helperOwner(instance, body);
    const inOwner = (folderId: number) => {
      const folder = instance.tables.folder.get(folderId);
      return folder !== undefined && ownerKey(folder.owner) === ownerKey(owner);
    };
    const folderId =
      body.folderId === null ? null : referenceId(instance, "folder", "folderId", body.folderId, inOwner);
    const change = context.req.param("action") === "shortcuts" ? addShortcut : relocateDocument;
    change(instance, instance.startWrite(firstPersonOf(instance)), document, owner, folderId);
    return context.body(null, 204);
  });

  /** Returns the id of an owner's internal folder, which no list shows. Creates the folder if it doesn't exist. */
  app.post(`${base}/system-folder`, async (context) => {
    const instance = instanceOf(context, instances);
    const owner = helperOwner(instance, await bodyOf(context, ownerBody));
    const known = instance.tables.folder.rowsOf("owner", ownerKey(owner)).find((folder) => folder.isSystem);
    if (known !== undefined) return context.json({ id: instance.ids.mask("folder", known.id) });
    const write = instance.startWrite(firstPersonOf(instance));
    instance.commit(write, (transaction) => {
      transaction.put("folder", { id: write.ticket, owner, name: "system", parentId: null, isSystem: true });
    });
    return context.json({ id: instance.ids.mask("folder", write.ticket) });
  });
}
