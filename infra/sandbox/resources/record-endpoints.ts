import * as z from "zod";
import { endpoint, type Reply, type SandboxHono } from "../http/endpoint.ts";
import { type MergePatch, mergePatch, mergePatchSchema } from "../http/merge-patch.ts";
import { illegal, missingRecord, type ProblemStatus } from "../http/problem.ts";
import { pathId, type Session } from "../http/session.ts";
import type { Instance, Write } from "../store/instance.ts";

export type RecordKind = "person" | "company" | "project" | "activity";

/** A kind of record that can be created, read, replaced and patched. */
export interface RecordResource<
  Row extends { id: number },
  CreateBody extends z.ZodType,
  UpdateBody extends z.ZodType,
> {
  readonly kind: RecordKind;
  readonly tag: string;
  readonly createBody: CreateBody;
  readonly updateBody: UpdateBody;
  readonly answer: z.ZodType;
  readonly writeErrors: readonly ProblemStatus[];
  /** Fields that a patch can't clear although an update body may omit them. */
  readonly notNullable?: readonly string[];
  find(session: Session, id: number): Row | undefined;
  render(instance: Instance, row: Row): Record<string, unknown>;
  /** The row as an update body, which a patch is merged into. */
  toBody(instance: Instance, row: Row): unknown;
  create(instance: Instance, write: Write, body: z.output<CreateBody>): Row;
  replace(instance: Instance, write: Write, row: Row, body: z.output<UpdateBody>, isPatch: boolean): Row;
}

export function recordEndpoints<Row extends { id: number }, CreateBody extends z.ZodType, UpdateBody extends z.ZodType>(
  app: SandboxHono,
  resource: RecordResource<Row, CreateBody, UpdateBody>,
): void {
  const { kind, tag, answer, writeErrors } = resource;
  const onePath = `/${kind}/{${kind}Id}`;
  const idOf = (session: Session, text: string) => pathId(session, kind, text);

  endpoint(app, {
    method: "post",
    path: `/${kind}`,
    tag,
    summary: `Create a ${kind}`,
    body: resource.createBody,
    status: 201,
    answer,
    errors: [400, ...writeErrors],
    handle: async ({ session, body }) => {
      const write = await session.instance.beginWrite(session.actorId);
      const row = resource.create(session.instance, write, body);
      return { ...entity(session, resource, row), location: `/${kind}/${session.instance.ids.mask(kind, row.id)}` };
    },
  });
  endpoint(app, {
    method: "get",
    path: onePath,
    tag,
    summary: `Read a ${kind}`,
    status: 200,
    answer,
    errors: [400],
    handle: ({ session, path }) => {
      const row = existing(session, resource, idOf(session, path(`${kind}Id`)));
      return { body: resource.render(session.instance, row) };
    },
  });
  endpoint(app, {
    method: "put",
    path: onePath,
    tag,
    summary: `Replace a ${kind}`,
    body: resource.updateBody,
    status: 200,
    answer,
    errors: [400, ...writeErrors],
    handle: async ({ session, path, body }) => {
      const id = idOf(session, path(`${kind}Id`));
      existing(session, resource, id);
      const write = await session.instance.beginWrite(session.actorId);
      const row = existing(session, resource, id);
      return entity(session, resource, resource.replace(session.instance, write, row, body, false));
    },
  });
  endpoint(app, {
    method: "patch",
    path: onePath,
    tag,
    summary: `Patch a ${kind}`,
    body: mergePatchSchema,
    status: 200,
    answer,
    errors: [400, 415, ...writeErrors],
    handle: async ({ session, path, body }) => {
      const id = idOf(session, path(`${kind}Id`));
      existing(session, resource, id);
      const write = await session.instance.beginWrite(session.actorId);
      const row = existing(session, resource, id);
      return entity(session, resource, patchRecord(session.instance, resource, write, row, body));
    },
  });
}

/** `{}` changes nothing, including the stamps. */
export function patchRecord<Row extends { id: number }, UpdateBody extends z.ZodType>(
  instance: Instance,
  resource: RecordResource<Row, z.ZodType, UpdateBody>,
  write: Write,
  row: Row,
  patch: MergePatch,
): Row {
  if (Object.keys(patch).length === 0) return row;
  const cleared = (resource.notNullable ?? []).find((field) => patch[field] === null);
  if (cleared !== undefined) throw illegal(cleared, "cannot be cleared", "kan ikke tømmes");
  const current = z.json().parse(JSON.parse(JSON.stringify(resource.toBody(instance, row))));
  const merged = resource.updateBody.safeParse(mergePatch(current, patch));
  if (merged.success) return resource.replace(instance, write, row, merged.data, true);
  const [issue] = merged.error.issues;
  throw illegal(issue?.path.join(".") ?? "body", issue?.message);
}

export function existing<Row extends { id: number }>(
  session: Session,
  resource: { kind: RecordKind; find(session: Session, id: number): Row | undefined },
  id: number,
): Row {
  const row = resource.find(session, id);
  if (row === undefined) throw missingRecord(resource.kind);
  return row;
}

function entity<Row extends { id: number }>(
  session: Session,
  resource: { render(instance: Instance, row: Row): Record<string, unknown> },
  row: Row,
): Reply {
  return { body: { ...resource.render(session.instance, row), ...actedBy(session) } };
}

/** Added to the responses of mutations that have an entity body. */
export function actedBy({ instance, actedById }: Session): { actedBy?: string } {
  return actedById === undefined ? {} : { actedBy: instance.ids.mask("person", actedById) };
}
