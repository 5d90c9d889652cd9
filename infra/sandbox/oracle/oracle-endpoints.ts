import type { Context } from "hono";
import * as z from "zod";
import type { SandboxEnv, SandboxHono } from "../http/endpoint.ts";
import { wholeNumber } from "../http/fields.ts";
import { parsed } from "../http/problem.ts";
import type { Instance } from "../store/instance.ts";
import type { TermRow } from "../store/rows.ts";
import { settingsSchema } from "../store/switches.ts";
import { bodyOf, instanceOf } from "./helper-request.ts";

const journalQuery = z.object({
  after: wholeNumber(z.number().int().min(0)).default(0),
  limit: wholeNumber(z.number().int().min(1).max(10_000)).default(1000),
});

/**
 * Serves data that tests compare with, without a token: all committed changes, the records that can be referred to, and
 * the switches.
 */
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

/** The ids that bodies refer to and that no endpoint of the contract lists. */
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
