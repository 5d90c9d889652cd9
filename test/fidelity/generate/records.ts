import { idFrom } from "../source/fake-source.ts";
import type { Resource, SourceRecord } from "../source/source-record.ts";
import type { Body } from "../source/text-body.ts";
import type { Dice } from "./dice.ts";
import { fieldsOf } from "./fields.ts";
import { valueText } from "./values.ts";

/** The ids of activity statuses, and those that mean closed. */
export const openStatuses = ["new", "busy"] as const;
export const closedStatuses = ["done", "rejected"] as const;
export const closed: ReadonlySet<string> = new Set(closedStatuses);

const q = (text: string): string => JSON.stringify(text);

/** The source's spelling of a moment in unix µs. */
export function spelledMoment(micros: number): string {
  const text = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, -1);
  return `${text}${String(micros % 1_000).padStart(3, "0")}Z`;
}

/** A record's first state; `at` is in unix µs. */
export function newRecord(resource: Resource, dice: Dice, at: number): SourceRecord {
  const id = idFrom(resource, dice.digits(12));
  const isTemplate = resource === "company_template" || resource === "project_template";
  const statusId = dice.pick(openStatuses);
  const values = Object.entries(fieldsOf[resource]).flatMap(
    ([name, kind]): Body => (dice.happens(0.15) ? [] : [[name, valueText(kind, dice)]]),
  );
  const full: Body = [
    ["id", q(id)],
    ...(resource === "person" ? names(dice) : []),
    ...values.filter(([name]) => name !== "company" || resource !== "activity"),
    ...(resource === "activity"
      ? [["status", `{"id":${q(statusId)},"name":${q(statusId)}}`] as const]
      : [["isActive", "true"] as const]),
    ...(isTemplate ? [] : [["created", q(spelledMoment(at))] as const, ["createdBy", '"p1"'] as const]),
  ];
  return {
    ...{ resource, id, full, isActive: true },
    listOnly: listOnlyOf(resource, dice),
    createdAt: isTemplate ? undefined : at,
    modifiedAt: undefined,
    ...(resource === "activity" && { statusId }),
  };
}

/** Names that identify a person are never cleared here: that is an erasure, which has its own tests. */
const names = (dice: Dice): Body => [
  ["firstName", q(`First ${dice.below(99)}`)],
  ["lastName", q(`Last ${dice.below(99)}`)],
  ["primaryEmail", q(`a${dice.below(9_999)}@example.com`)],
];

function listOnlyOf(resource: Resource, dice: Dice): Body {
  if (resource === "activity") return [["company", valueText("companyReference", dice)]];
  if (resource === "company_template") return [["numCompanies", String(dice.below(50))]];
  return resource === "project_template" ? [["numProjects", String(dice.below(50))]] : [];
}
