import {
  type CredentialRow,
  credentialRow,
  type DocumentChangeRow,
  type DocumentRow,
  documentChangeRow,
  documentRow,
  type FolderRow,
  folderRow,
  ownerKey,
  type RoomRow,
  roomRow,
} from "./document-rows.ts";
import {
  type ActivityRow,
  activityRow,
  type CompanyRow,
  type CompanyTemplateRow,
  companyRow,
  companyTemplateRow,
  type GroupRow,
  groupRow,
  type PersonRow,
  type ProjectRow,
  type ProjectTemplateRow,
  personRow,
  projectRow,
  projectTemplateRow,
  type TermRow,
  termRow,
} from "./rows.ts";
import { Table } from "./table.ts";

const present = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);
const lower = (value: string | undefined): string => (value ?? "").toLowerCase();
const flag = (value: boolean): string => String(value);

interface Timed {
  readonly created: number;
  readonly modified?: number | undefined;
}

/** `changed` is coalesce(modified, created). `modified` contains only rows that were modified at least once. */
const timeOrders = {
  created: (row: Timed) => row.created,
  modified: (row: Timed) => row.modified,
  changed: (row: Timed) => row.modified ?? row.created,
  // The key of `sort=modified`. Rows that were never modified come last, as nulls do in an ascending index.
  modifiedOrNull: (row: Timed) => row.modified ?? Number.MAX_SAFE_INTEGER,
};

export function emailsOf(row: PersonRow): string[] {
  return [...present(row.primaryEmail), ...row.emailAliases.map((alias) => alias.email)].map(lower);
}

const personTable = () =>
  new Table<PersonRow>({
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
  });

export function nameTokens(...names: (string | undefined)[]): string[] {
  return names.flatMap((name) => lower(name).split(/[\s\-.,]+/)).filter((token) => token !== "");
}

const companyTable = () =>
  new Table<CompanyRow>({
    schema: companyRow,
    orders: { ...timeOrders, name: (row) => lower(row.name) },
    buckets: {
      isActive: (row) => [flag(row.isActive)],
      ownerGroupId: (row) => [row.ownerGroupId],
      orgNumber: (row) => row.organizationalNumbers.map((number) => number.orgNumber),
      companyNumber: (row) => present(row.texts.companyNumber),
      externalReference: (row) => present(row.texts.externalReference),
      templateId: (row) => present(row.templateId),
      restricted: (row) => (row.isPrivate ? ["true"] : []),
    },
  });

const projectTable = () =>
  new Table<ProjectRow>({
    schema: projectRow,
    orders: { ...timeOrders, name: (row) => lower(row.name) },
    buckets: {
      isActive: (row) => [flag(row.isActive)],
      companyId: (row) => present(row.companyId),
      templateId: (row) => [row.templateId],
      restricted: (row) => (row.isPublicAccess ? [] : ["true"]),
    },
  });

const activityTable = () =>
  new Table<ActivityRow>({
    schema: activityRow,
    orders: { ...timeOrders, name: (row) => lower(row.name), dueDate: (row) => row.dueDate ?? "~" },
    buckets: {
      projectId: (row) => [row.projectId],
      responsibleId: (row) => present(row.responsiblePersonId),
      statusId: (row) => [row.statusId],
    },
  });

const documentTable = () =>
  new Table<DocumentRow>({
    schema: documentRow,
    orders: { ...timeOrders, name: (row) => lower(row.name) },
    buckets: {
      // An owner's list has its own documents and those placed there as shortcuts.
      owner: (row) => [...new Set([row.owner, ...row.placements.map((placement) => placement.owner)].map(ownerKey))],
      folder: (row) => [...new Set(row.placements.flatMap((placement) => present(placement.folderId ?? undefined)))],
    },
  });

const folderTable = () =>
  new Table<FolderRow>({
    schema: folderRow,
    buckets: { owner: (row) => [ownerKey(row.owner)], parent: (row) => present(row.parentId ?? undefined) },
  });

const documentChangeTable = () =>
  new Table<DocumentChangeRow>({ schema: documentChangeRow, buckets: { owner: (row) => [ownerKey(row.owner)] } });

export interface Rows {
  person: PersonRow;
  company: CompanyRow;
  project: ProjectRow;
  activity: ActivityRow;
  document: DocumentRow;
  folder: FolderRow;
  documentChange: DocumentChangeRow;
  group: GroupRow;
  term: TermRow;
  companyTemplate: CompanyTemplateRow;
  projectTemplate: ProjectTemplateRow;
  room: RoomRow;
  credential: CredentialRow;
}
export type TableName = keyof Rows;
export const tableNames = [
  "person",
  "company",
  "project",
  "activity",
  "document",
  "folder",
  "documentChange",
  "group",
  "term",
  "companyTemplate",
  "projectTemplate",
  "room",
  "credential",
] as const satisfies readonly TableName[];
export type Tables = { readonly [Name in TableName]: Table<Rows[Name]> };

export function createTables(): Tables {
  return {
    person: personTable(),
    company: companyTable(),
    project: projectTable(),
    activity: activityTable(),
    document: documentTable(),
    folder: folderTable(),
    documentChange: documentChangeTable(),
    group: new Table<GroupRow>({ schema: groupRow }),
    term: new Table<TermRow>({
      schema: termRow,
      buckets: { kind: (row) => [row.kind], projectId: (row) => present(row.projectId) },
    }),
    companyTemplate: new Table<CompanyTemplateRow>({
      schema: companyTemplateRow,
      orders: { name: (row) => lower(row.name) },
    }),
    projectTemplate: new Table<ProjectTemplateRow>({
      schema: projectTemplateRow,
      orders: { name: (row) => lower(row.name) },
    }),
    room: new Table<RoomRow>({ schema: roomRow }),
    credential: new Table<CredentialRow>({ schema: credentialRow, buckets: { clientId: (row) => [row.clientId] } }),
  };
}
