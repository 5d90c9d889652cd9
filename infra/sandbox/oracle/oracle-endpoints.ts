import type { Context } from "hono";
import * as z from "zod";
import { unknownInstance } from "../auth/require-token.ts";
import { findOwner } from "../documents/owners.ts";
import { type FaultPlan, faultSpecSchema } from "../faults/fault-plan.ts";
import type { SandboxEnv, SandboxHono } from "../http/endpoint.ts";
import { parsed, unresolved } from "../http/problem.ts";
import type { Session } from "../http/session.ts";
import { wholeNumber } from "../store/fields.ts";
import type { Instance } from "../store/instance.ts";
import type { Owner, TermRow } from "../store/rows.ts";
import { settingsSchema } from "../store/switches.ts";

const journalQuery = z.object({
  after: wholeNumber(z.number().int().min(0)).default(0),
  limit: wholeNumber(z.number().int().min(1).max(10_000)).default(1000),
});

/** Serves the journal, the directory and the settings for tests, without a token. */
export function oracleEndpoints(app: SandboxHono, instances: ReadonlyMap<string, Instance>): void {
  const journal = (context: Context<SandboxEnv>) => {
    const instance = instanceOf(context, instances);
    const { after, limit } = parsed(journalQuery, context.req.query());
    const entries = instance.journal.after(after, limit);
    return context.json({ instance: instance.name, last: instance.journal.last, entries });
  };
  app.get("/__sandbox/journal", journal);
  app.get("/__sandbox/:instanceName/journal", journal);

  app.get("/__sandbox/:instanceName/directory", (context) => context.json(directory(instanceOf(context, instances))));

  app.get("/__sandbox/:instanceName/settings", (context) => context.json(instanceOf(context, instances).settings));
  app.patch("/__sandbox/:instanceName/settings", async (context) => {
    const instance = instanceOf(context, instances);
    const patch = await bodyOf(context, z.looseObject({ switches: z.record(z.string(), z.boolean()).optional() }));
    const { settings } = instance;
    const merged = { ...settings, ...patch, switches: { ...settings.switches, ...patch.switches } };
    instance.settings = parsed(settingsSchema, merged);
    return context.json(instance.settings);
  });
}

/** The ids that bodies can refer to and that no endpoint of the contract lists. */
function directory(instance: Instance) {
  const { tables, ids } = instance;
  const ofKind = (kind: TermRow["kind"]) =>
    tables.term.rowsOf("kind", kind).map(({ id, name, projectId }) => ({
      id: ids.mask(kind, id),
      name,
      ...(projectId !== undefined && { projectId: ids.mask("project", projectId) }),
    }));
  return {
    groups: tables.group.all().map(({ id, name }) => ({ id: ids.mask("group", id), name })),
    statuses: ofKind("status"),
    types: ofKind("type"),
    priorities: ofKind("priority"),
    severities: ofKind("severity"),
    resolutions: ofKind("resolution"),
    phases: ofKind("phase"),
    rooms: tables.room.all().map(({ id, name }) => ({ id: ids.mask("room", id), name })),
  };
}

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

/** Acts as the first person, like the printed credential. */
export function helperSession(instance: Instance): Session {
  return { instance, locale: "en", actorId: firstPersonOf(instance), actedById: undefined };
}

export function helperOwner(instance: Instance, body: { entityType: Owner["type"]; entityId: string }): Owner {
  const session = helperSession(instance);
  // In the API, only a room's owner and members see the room. The helpers work for every room.
  const room = body.entityType === "Room" ? instance.ids.read("room", body.entityId) : undefined;
  if (room?.outcome === "ok") return { type: "Room", id: room.number };
  const owner = findOwner(session, body.entityType, body.entityId);
  if (owner === undefined) throw unresolved("entityId");
  return owner;
}

const specBody = z.object({ spec: faultSpecSchema });

export function faultEndpoints(app: SandboxHono, plan: FaultPlan): void {
  const state = () => ({
    faults: plan.faults,
    injected: Object.fromEntries(plan.counts),
    requests: plan.requests,
    insideRetryAfter: plan.retryAfter.counts,
  });
  app.get("/__sandbox/faults", (context) => context.json(state()));
  app.post("/__sandbox/faults", async (context) => {
    plan.replace((await bodyOf(context, specBody)).spec);
    return context.json(state());
  });
  app.delete("/__sandbox/faults", (context) => {
    plan.replace([]);
    return context.json(state());
  });
}
