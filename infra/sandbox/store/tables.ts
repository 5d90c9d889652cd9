import * as z from "zod";
import {
  activityRow,
  companyRow,
  companyTemplateRow,
  credentialRow,
  documentChangeRow,
  documentRow,
  folderRow,
  groupRow,
  ownerKey,
  type PersonRow,
  personRow,
  projectRow,
  projectTemplateRow,
  roomRow,
  termRow,
} from "./rows.ts";
import { Table } from "./table.ts";

const schemas = {
  person: personRow,
  company: companyRow,
  project: projectRow,
  activity: activityRow,
  document: documentRow,
  folder: folderRow,
  documentChange: documentChangeRow,
  group: groupRow,
  term: termRow,
  companyTemplate: companyTemplateRow,
  projectTemplate: projectTemplateRow,
  room: roomRow,
  credential: credentialRow,
};
export const tableName = z.object(schemas).keyof();
export type TableName = z.infer<typeof tableName>;
export type Rows = { [Name in TableName]: z.infer<(typeof schemas)[Name]> };
export type Tables = { readonly [Name in TableName]: Table<Rows[Name]> };

const present = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);
const lower = (value: string | undefined): string => (value ?? "").toLowerCase();
const flag = (value: boolean): string => String(value);

interface Timed {
  readonly created: number;
  readonly modified?: number | undefined;
}

/** `modified` contains only rows that were modified at least once. */
const timeOrders = {
  created: (row: Timed) => row.created,
  modified: (row: Timed) => row.modified,
  changed: (row: Timed) => row.modified ?? row.created,
  // For `sort=modified`: rows that were never modified come last, as nulls do in an ascending index.
  modifiedOrNull: (row: Timed) => row.modified ?? Number.MAX_SAFE_INTEGER,
};
const nameOrder = { name: (row: { readonly name: string }) => lower(row.name) };

export function emailsOf(row: PersonRow): string[] {
  return [...present(row.primaryEmail), ...row.emailAliases.map((alias) => alias.email)].map(lower);
}

export function nameTokens(...names: (string | undefined)[]): string[] {
  return names.flatMap((name) => lower(name).split(/[\s\-.,]+/)).filter((token) => token !== "");
}

export function createTables(): Tables {
  return {
    person: new Table({
      schema: personRow,
      orders: { ...timeOrders, lastName: (row) => lower(row.lastName) },
      buckets: {
        isActive: (row) => [flag(row.isActive)],
        companyId: (row) => present(row.companyId),
        groupId: (row) => present(row.groupId),
        employeeNumber: (row) => (row.isUser ? present(row.employeeNumber) : []),
        externalReference: (row) => present(row.externalReference),
        email: (row) => [...new Set(emailsOf(row))],
        nameToken: (row) => [...new Set(nameTokens(row.firstName, row.lastName))],
      },
    }),
    company: new Table({
      schema: companyRow,
      orders: { ...timeOrders, ...nameOrder },
      buckets: {
        isActive: (row) => [flag(row.isActive)],
        ownerGroupId: (row) => [row.ownerGroupId],
        orgNumber: (row) => row.organizationalNumbers.map((number) => number.orgNumber),
        companyNumber: (row) => present(row.texts.companyNumber),
        externalReference: (row) => present(row.texts.externalReference),
        templateId: (row) => present(row.templateId),
        restricted: (row) => (row.isPrivate ? ["true"] : []),
      },
    }),
    project: new Table({
      schema: projectRow,
      orders: { ...timeOrders, ...nameOrder },
      buckets: {
        isActive: (row) => [flag(row.isActive)],
        companyId: (row) => present(row.companyId),
        templateId: (row) => [row.templateId],
        restricted: (row) => (row.isPublicAccess ? [] : ["true"]),
      },
    }),
    activity: new Table({
      schema: activityRow,
      orders: { ...timeOrders, ...nameOrder, dueDate: (row) => row.dueDate ?? "~" },
      buckets: {
        projectId: (row) => [row.projectId],
        responsibleId: (row) => present(row.responsiblePersonId),
        statusId: (row) => [row.statusId],
      },
    }),
    document: new Table({
      schema: documentRow,
      orders: { ...timeOrders, ...nameOrder },
      buckets: {
        // An owner's list contains its own documents and the shortcuts placed there.
        owner: (row) => [...new Set([row.owner, ...row.placements.map(({ owner }) => owner)].map(ownerKey))],
        folder: (row) => [...new Set(row.placements.flatMap(({ folderId }) => present(folderId ?? undefined)))],
      },
    }),
    folder: new Table({
      schema: folderRow,
      buckets: { owner: (row) => [ownerKey(row.owner)], parent: (row) => present(row.parentId ?? undefined) },
    }),
    documentChange: new Table({ schema: documentChangeRow, buckets: { owner: (row) => [ownerKey(row.owner)] } }),
    group: new Table({ schema: groupRow }),
    term: new Table({ schema: termRow, buckets: { kind: (row) => [row.kind] } }),
    companyTemplate: new Table({ schema: companyTemplateRow, orders: nameOrder }),
    projectTemplate: new Table({ schema: projectTemplateRow, orders: nameOrder }),
    room: new Table({ schema: roomRow }),
    credential: new Table({ schema: credentialRow, buckets: { clientId: (row) => [row.clientId] } }),
  };
}
