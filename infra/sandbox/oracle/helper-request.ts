import type { Context } from "hono";
import type * as z from "zod";
import { unknownInstance } from "../auth/require-token.ts";
import { findOwner } from "../documents/owners.ts";
import type { SandboxEnv } from "../http/endpoint.ts";
import { parsed, unresolved } from "../http/problem.ts";
import type { Session } from "../http/session.ts";
import type { Instance } from "../store/instance.ts";
import type { Owner } from "../store/rows.ts";

/** The instance in the path or in `?instance=`, otherwise the first one. */
export function instanceOf(context: Context<SandboxEnv>, instances: ReadonlyMap<string, Instance>): Instance {
  const name = context.req.param("instanceName") ?? context.req.query("instance") ?? [...instances.keys()][0];
  const instance = instances.get(name ?? "");
  if (instance === undefined) throw unknownInstance();
  return instance;
}

export async function bodyOf<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  return parsed(schema, await context.req.json().catch(() => undefined));
}

export function firstPersonOf(instance: Instance): number {
  return instance.tables.person.all()[0]?.id ?? 0;
}

/** Reads as the first person, as the printed credential does. */
export function helperSession(instance: Instance): Session {
  return { instance, locale: "en", actorId: firstPersonOf(instance), actedById: undefined };
}

export function helperOwner(instance: Instance, body: { entityType: Owner["type"]; entityId: string }): Owner {
  const session = helperSession(instance);
  // Only its owner sees a room, but the helper acts for all owners.
  const room = body.entityType === "Room" ? instance.ids.read("room", body.entityId) : undefined;
  if (room?.outcome === "ok") return { type: "Room", id: room.number };
  const owner = findOwner(session, body.entityType, body.entityId);
  if (owner === undefined) throw unresolved("entityId");
  return owner;
}
