import { Problem, unresolved } from "../http/problem.ts";
import { referenceId } from "../http/session.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { Kind } from "../store/masked-ids.ts";

const tablesOf = {
  person: "person",
  company: "company",
  project: "project",
  group: "group",
  "company-template": "companyTemplate",
  "project-template": "projectTemplate",
} as const satisfies Partial<Record<Kind, string>>;

/** A reference that the request doesn't change stays valid, even if its target is gone. */
export function resolve<Field extends string>(
  instance: Instance,
  kind: keyof typeof tablesOf,
  field: Field,
  body: { readonly [name in Field]?: string | undefined },
  row?: { readonly [name in Field]?: number | undefined },
): number | undefined {
  const [text, current] = [body[field], row?.[field]];
  if (text === undefined) return undefined;
  if (current !== undefined && instance.ids.mask(kind, current) === text) return current;
  return referenceId(instance, kind, field, text, (id) => instance.tables[tablesOf[kind]].get(id) !== undefined);
}

export function resolveRequired<Field extends string>(
  instance: Instance,
  kind: keyof typeof tablesOf,
  field: Field,
  body: { readonly [name in Field]: string },
  row?: { readonly [name in Field]?: number | undefined },
): number {
  const id = resolve(instance, kind, field, body, row);
  if (id === undefined) throw unresolved(field);
  return id;
}

/** A record can't be its own parent. */
export function resolveParent(
  instance: Instance,
  kind: "company" | "project",
  body: { readonly parentId?: string | undefined },
  row: { readonly id: number; readonly parentId?: number | undefined } | undefined,
): number | undefined {
  const parent = resolve(instance, kind, "parentId", body, row);
  if (parent !== undefined && parent === row?.id) throw unresolved("parentId");
  return parent;
}

interface Stamped {
  readonly id: number;
  readonly lastWrite: number;
  readonly created: number;
  readonly createdBy?: number | undefined;
}

export interface AuditFields {
  readonly created?: number | undefined;
  readonly createdBy?: string | undefined;
  readonly modified?: number | undefined;
  readonly modifiedBy?: string | undefined;
}

/** The stamps of a new row, or of one that replaces `row`. Times and persons in the body (`audit`) override the write's. */
export function stampsOf(instance: Instance, write: Write, audit: AuditFields, row?: Stamped) {
  if (row !== undefined) {
    const { id, created, createdBy } = row;
    return { id, created, createdBy, ...modifiedStamps(instance, write, row, audit) };
  }
  return {
    id: write.ticket,
    lastWrite: write.ticket,
    created: audit.created ?? write.at,
    createdBy: resolve(instance, "person", "createdBy", audit) ?? personOf(write),
    modified: audit.modified,
    modifiedBy: resolve(instance, "person", "modifiedBy", audit),
  };
}

export function modifiedStamps(instance: Instance, write: Write, row: { lastWrite: number }, audit: AuditFields = {}) {
  return {
    lastWrite: Math.max(write.ticket, row.lastWrite),
    modified: audit.modified ?? instance.changeTime(write, row),
    modifiedBy: resolve(instance, "person", "modifiedBy", audit) ?? personOf(write),
  };
}

/** Some of the sample data has no author. */
const personOf = ({ actorId }: Write): number | undefined => (actorId === 0 ? undefined : actorId);

export const countries = [
  { code: "NO", name: "Norway" },
  { code: "SE", name: "Sweden" },
  { code: "DK", name: "Denmark" },
  { code: "GB", name: "United Kingdom" },
  { code: "CH", name: "Switzerland" },
] as const;

export function resolveCountry(field: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (countries.every((country) => country.code !== code)) {
    throw new Problem("unresolved-reference", `${field}: unknown country`, `${field}: ukjent land`);
  }
  return code;
}
