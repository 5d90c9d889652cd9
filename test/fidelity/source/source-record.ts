import { type Body, spelled } from "./text-body.ts";

export type Resource = "person" | "company" | "project" | "activity" | "company_template" | "project_template";
export const resources: readonly Resource[] = [
  "person",
  "company",
  "project",
  "activity",
  "company_template",
  "project_template",
];

/**
 * What only a read by id shows for each resource (docs/partner-api.md#lean-and-full). Lists have everything else too.
 */
const listed: { readonly [resource in Resource]?: ReadonlySet<string> } = {
  project: new Set([
    ...["id", "name", "number", "isActive", "projectYear", "projectType", "company", "ownerGroup", "responsible"],
    ...["projectStart", "projectEnd", "created", "modified"],
  ]),
  activity: new Set([
    ...["id", "name", "description", "project", "responsible", "status", "priority", "dueDate", "estimate", "etc"],
    ...["sortIndex", "created", "modified"],
  ]),
  company_template: new Set([
    ...["id", "name", "code", "description", "isActive", "shouldBeMonitored", "isDefault", "isDefaultPublicAccess"],
    "isSystemType",
  ]),
  project_template: new Set([
    ...["id", "name", "description", "projectType", "templateTypeId", "templateTypeName", "isActive", "year"],
    ...["isGlobalProjectsAllowed", "isMultipleActiveProjectsPerYearForCompanyAllowed"],
  ]),
};

export const isListed = (resource: Resource, field: string): boolean => listed[resource]?.has(field) ?? true;

export type SourceRecord = {
  readonly resource: Resource;
  readonly id: string;
  /** What a read by id shows. */
  readonly full: Body;
  /** What only its list shows: an activity's company, a template's count. */
  readonly listOnly: Body;
  /** Its places in the timelines, in unix µs; undefined if it has none. */
  readonly createdAt: number | undefined;
  readonly modifiedAt: number | undefined;
  readonly isActive: boolean;
  /** The id of an activity's status, for the filter. */
  readonly statusId?: string;
  /** Until then (unix ms) reads by id show `before`. */
  readonly lagsUntil?: number;
  readonly before?: Body;
};

export const fullText = ({ full }: Pick<SourceRecord, "full">): string => spelled(full);

export function listText({ resource, full, listOnly }: SourceRecord): string {
  return spelled([...full.filter(([name]) => isListed(resource, name)), ...listOnly]);
}
