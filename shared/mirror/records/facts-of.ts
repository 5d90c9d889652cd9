import type { EventType, RecordResource } from "../../kernel/catalogue.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Fact } from "../mirror-item.ts";
import type { Closedness } from "./record-observation.ts";

type Statuses = ReadonlyMap<string, Closedness>;

export type Alteration = {
  readonly resource: RecordResource;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changes: readonly FieldChange[];
  readonly statuses: Statuses;
};

/**
 * A change of state is a separate fact, which comes after the update and contains the state's field (hazard 29). Every
 * change has at least one fact.
 */
export function factsOf(alteration: Alteration): Fact[] {
  const { resource, changes } = alteration;
  const state = stateChangeOf(alteration);
  const ofState = changes.filter(({ field }) => field === state?.field);
  const rest = changes.filter(({ field }) => field !== state?.field);
  const updated = fact(`${resource}.updated`, rest);
  if (state === undefined) return [updated];
  const changed = fact(state.type, ofState);
  return rest.length === 0 ? [changed] : [updated, changed];
}

/** The ids of an activity's old and new status if they differ, unless their meaning is known. */
export function statusesToLearn({ resource, before, after, statuses }: Omit<Alteration, "changes">): string[] {
  if (resource !== "activity") return [];
  const ids = [statusOf(before), statusOf(after)];
  if (ids[0] === ids[1]) return [];
  return ids.filter((id) => id !== undefined).filter((id) => !statuses.has(id));
}

function fact(type: EventType, changes: FieldChange[]): Fact {
  return changes.length === 0 ? { type, key: "" } : { type, key: "", changes };
}

const typesOfState = {
  activity: ["activity.closed", "activity.reopened"],
  company: ["company.deactivated", "company.reactivated"],
  project: ["project.closed", "project.reopened"],
} as const;

function stateChangeOf(alteration: Alteration): { readonly type: EventType; readonly field: string } | undefined {
  const { resource, before, after, statuses } = alteration;
  if (resource !== "activity" && resource !== "company" && resource !== "project") return undefined;
  if (resource === "activity") {
    const type = typeBetween(closed(statuses, before), closed(statuses, after), typesOfState.activity);
    return type && { type, field: "status" };
  }
  const type = typeBetween(inactive(before), inactive(after), typesOfState[resource]);
  return type && { type, field: "isActive" };
}

/** Undefined if the state didn't change, or if one side is unknown: absent doesn't mean false. */
function typeBetween(
  before: boolean | undefined,
  after: boolean | undefined,
  [ended, resumed]: readonly [EventType, EventType],
): EventType | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return after ? ended : resumed;
}

function inactive({ isActive }: JsonObject): boolean | undefined {
  if (isActive === true || isActive === "true") return false;
  return isActive === false || isActive === "false" ? true : undefined;
}

function closed(statuses: Statuses, body: JsonObject): boolean | undefined {
  const closedness = statuses.get(statusOf(body) ?? "");
  return closedness === undefined || closedness === "unknown" ? undefined : closedness === "closed";
}

function statusOf({ status }: JsonObject): string | undefined {
  const id = isJsonObject(status) ? status["id"] : status;
  return typeof id === "string" && id !== "" ? id : undefined;
}
