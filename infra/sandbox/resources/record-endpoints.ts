import * as z from "zod";
import { type Call, endpoint, type SandboxHono } from "../http/endpoint.ts";
import { type MergePatch, mergePatch, mergePatchSchema } from "../http/merge-patch.ts";
import { illegal, missingRecord, type ProblemStatus, parsed } from "../http/problem.ts";
import { beginChange, pathId, type Session } from "../http/session.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { Rows } from "../store/tables.ts";
import { fullViews, putRecord, type RecordKind } from "./put-record.ts";

export interface RecordResource<Kind extends RecordKind, Body> {
  readonly kind: Kind;
  readonly createBody: z.ZodType<Body>;
  readonly updateBody: z.ZodType<Body>;
  readonly answer: z.ZodType;
  readonly writeErrors: readonly ProblemStatus[];
  /** Fields that a patch can't clear, even though an update body may omit them. */
  readonly notNullable: readonly string[];
  sees(session: Session, row: Rows[Kind]): boolean;
  /** Returns the update body that a patch is merged into. It may contain fields that `updateBody` doesn't declare. */
  toBody(instance: Instance, row: Rows[Kind]): object;
  /** Builds a new row, or one that replaces `row`. */
  rowOf(instance: Instance, write: Write, body: Body, row?: Rows[Kind], isPatch?: boolean): Rows[Kind];
  /** What DELETE does for each value of `mode`, the default first. */
  readonly removal: {
    readonly summary: string;
    readonly modes: { readonly [mode: string]: (instance: Instance, write: Write, row: Rows[Kind]) => void };
  };
}

export function recordEndpoints<Kind extends RecordKind, Body>(
  app: SandboxHono,
  resource: RecordResource<Kind, Body>,
): void {
  const { kind, answer, writeErrors, removal } = resource;
  const path = `/${kind}/{${kind}Id}`;
  const record = `${kind === "activity" ? "an" : "a"} ${kind}`;
  const entity = (session: Session, row: Rows[Kind]) => ({
    body: { ...fullViews[kind](session.instance, row), ...actedBy(session) },
  });
  const change = async (call: Call<unknown, unknown>, apply: (write: Write, row: Rows[Kind]) => Rows[Kind]) => {
    const { write, row } = await beginChange(call.session, () => existing(call, resource));
    return entity(call.session, apply(write, row));
  };
  endpoint(app, {
    method: "post",
    path: `/${kind}`,
    summary: `Create ${record}`,
    body: resource.createBody,
    status: 201,
    answer,
    errors: writeErrors,
    handle: async ({ session, body }) => {
      const write = await session.instance.beginWrite(session.actorId);
      const row = createRecord(session.instance, resource, write, body);
      return { ...entity(session, row), location: `/${kind}/${session.instance.ids.mask(kind, row.id)}` };
    },
  });
  endpoint(app, {
    method: "get",
    path,
    summary: `Read ${record}`,
    answer,
    handle: (call) => ({ body: fullViews[kind](call.session.instance, existing(call, resource)) }),
  });
  endpoint(app, {
    method: "put",
    path,
    summary: `Replace ${record}`,
    body: resource.updateBody,
    answer,
    errors: writeErrors,
    handle: (call) =>
      change(call, (write, row) => {
        const { instance } = call.session;
        return putRecord(instance, write, kind, resource.rowOf(instance, write, call.body, row), "update");
      }),
  });
  endpoint(app, {
    method: "patch",
    path,
    summary: `Patch ${record}`,
    body: mergePatchSchema,
    answer,
    errors: [415, ...writeErrors],
    handle: (call) => change(call, (write, row) => patchRecord(call.session.instance, resource, write, row, call.body)),
  });
  const modes = Object.keys(removal.modes);
  const removalQuery = z.object({ mode: z.enum(modes).default(modes[0] ?? "") });
  endpoint(app, {
    method: "delete",
    path,
    summary: removal.summary,
    ...(modes.length > 1 && { query: removalQuery }),
    status: 204,
    handle: async (call) => {
      const { mode } = removalQuery.parse(modes.length > 1 ? call.query : {});
      await change(call, (write, row) => {
        removal.modes[mode]?.(call.session.instance, write, row);
        return row;
      });
      return {};
    },
  });
}

export function createRecord<Kind extends RecordKind, Body>(
  instance: Instance,
  resource: RecordResource<Kind, Body>,
  write: Write,
  body: Body,
): Rows[Kind] {
  return putRecord(instance, write, resource.kind, resource.rowOf(instance, write, body), "create");
}

/** An empty patch changes nothing, not even the stamps. */
export function patchRecord<Kind extends RecordKind, Body>(
  instance: Instance,
  resource: RecordResource<Kind, Body>,
  write: Write,
  row: Rows[Kind],
  patch: MergePatch,
): Rows[Kind] {
  if (Object.keys(patch).length === 0) return row;
  const cleared = resource.notNullable.find((field) => patch[field] === null);
  if (cleared !== undefined) throw illegal(cleared, "cannot be cleared", "kan ikke tømmes");
  // The stamps are left out, because they would count as overrides.
  const current = { ...resource.toBody(instance, row), modified: undefined, modifiedBy: undefined };
  const merged = mergePatch(z.json().parse(JSON.parse(JSON.stringify(current))), patch);
  const patched = resource.rowOf(instance, write, parsed(resource.updateBody, merged), row, true);
  return putRecord(instance, write, resource.kind, patched, "update");
}

/** Throws a 404 if the record doesn't exist or the token's user may not see it. */
export function existing<Kind extends RecordKind>(
  { session, path }: Call<unknown, unknown>,
  resource: { kind: Kind; sees(session: Session, row: Rows[Kind]): boolean },
): Rows[Kind] {
  const { kind } = resource;
  const row = session.instance.tables[kind].get(pathId(session, kind, path(`${kind}Id`)));
  if (row === undefined || !resource.sees(session, row)) throw missingRecord(kind);
  return row;
}

/** Names the acting user of an on-behalf token, in each response to a mutation whose body is an entity. */
export function actedBy({ instance, actedById }: Session): { actedBy?: string } {
  return actedById === undefined ? {} : { actedBy: instance.ids.mask("person", actedById) };
}
